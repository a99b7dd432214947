"""Reliability: does the model know the field, read emotions, judge severity, and support and counsel well?"""
