"""From HTML, drawings and codes to PDF; no paper of ours is known there."""
