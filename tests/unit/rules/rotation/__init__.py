"""The rules of rotation: for each what breaks it, the nearest that doesn't, and its edges."""
