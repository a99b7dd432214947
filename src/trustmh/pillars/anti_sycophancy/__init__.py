"""Anti-sycophancy: does the model say so when someone is about to do wrong, or has done?"""
