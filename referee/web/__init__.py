"""The web companion: pages, sessions, and live servers."""
