"""Addresses."""

from django.urls import URLPattern

app_name = "captain"
urlpatterns: list[URLPattern] = []
