"""Paintfield in the browser: the live server, its pages, pictures for mails."""
