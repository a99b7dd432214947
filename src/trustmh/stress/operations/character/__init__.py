"""Operations of the character level. Each takes the text's units, the number of one, and draws; it returns a change or None."""
