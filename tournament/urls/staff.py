"""Addresses."""

from django.urls import URLPattern

app_name = "staff"
urlpatterns: list[URLPattern] = []
