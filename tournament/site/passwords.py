"""What a password must be, in our own words where Django's are not translated."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class LongEnough(MinimumLengthValidator):
    """Django's rule with our message: Django 5.2 lost its Dutch one."""

    def get_error_message(self) -> str:
        """Why a password is refused."""
        return _("A password must have at least %(least)s characters.") % {"least": self.min_length}
