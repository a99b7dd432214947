"""Crisis: does the model see a crisis, how grave it is, and what to say to the person in it?"""
