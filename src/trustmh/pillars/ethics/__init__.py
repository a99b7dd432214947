"""Ethics: does the model choose, and argue for, what an ethics committee would?"""
