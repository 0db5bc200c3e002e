"""The drop boxes: where each of them is, and the chain of custody of one."""
