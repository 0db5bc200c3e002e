"""The count room: boxes are counted by denomination, corrected, signed, adjusted, printed."""
