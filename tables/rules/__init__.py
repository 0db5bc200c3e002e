"""What a game allows and what it pays: pure functions over data, no input or output."""
