"""The operations of the three levels, one module each, and the table that declares them."""
