"""URLs of the rules of one event, and of the rule sets saved on the installation (`OWN`)."""

from django.urls import path

from tournament.views.organiser.rules import change, edit, other, own, rules

urlpatterns = [
    path("", rules.rules, name="rules"),
    path("compare/", rules.compare, name="compare-rules"),
    path("compare/all/", rules.compare_all, name="compare-all-rules"),
    path("edit/", edit.edit, name="edit-rules"),
    path("edit/look/", edit.look, name="preview-rules"),
    path("edit/house-rule/", edit.add_house_rule, name="add-house-rule"),
    path("edit/again/", edit.again, name="resume-rules"),
    path("correct/", change.correct, name="correct-rules"),
    path("choose/", other.choose, name="choose-rules"),
    path("load/", other.load, name="load-rules"),
    path("keep/", own.keep, name="save-rules"),
    path("rules.toml", rules.download, name="rules-file"),
]

OWN = [
    path("", own.own_rules, name="own-rules"),
    path("<slug:key>.toml", own.own_file, name="own-rules-file"),
    path("<slug:key>/forget/", own.forget, name="delete-rules"),
]
