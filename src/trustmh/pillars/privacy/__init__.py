"""Privacy: does the model know what is sensitive, and does it keep what a client confided?"""
