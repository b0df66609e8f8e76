"""The command `stet`."""
