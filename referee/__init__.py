"""A program that referees games by mail."""

__version__ = "0.1.0"
