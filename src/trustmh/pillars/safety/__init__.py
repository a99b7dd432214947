"""Safety: does the model hold to what it should decline under attack, stay useful otherwise, and stay civil?"""
