"""Troel as others install it: a Debian package in a bare Debian, an image, the files of compose."""
