"""What the rooms beside the desk show: one module a room reads the models and returns plain view models."""
