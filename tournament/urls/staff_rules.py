"""URLs of the rules of one event, and of the rule sets saved on the installation (`OWN`)."""

from django.urls import path

from tournament.views.organiser import rules, rules_change, rules_edit, rules_other, rules_own

urlpatterns = [
    path("", rules.rules, name="rules"),
    path("compare/", rules.compare, name="compare-rules"),
    path("compare/all/", rules.compare_all, name="compare-all-rules"),
    path("edit/", rules_edit.edit, name="edit-rules"),
    path("edit/look/", rules_edit.look, name="look-at-rules"),
    path("edit/house-rule/", rules_edit.add_house_rule, name="add-house-rule"),
    path("edit/again/", rules_edit.again, name="rules-again"),
    path("correct/", rules_change.correct, name="correct-rules"),
    path("choose/", rules_other.choose, name="choose-rules"),
    path("load/", rules_other.load, name="load-rules"),
    path("keep/", rules_own.keep, name="keep-rules"),
    path("rules.toml", rules.download, name="rules-file"),
]

OWN = [
    path("", rules_own.own_rules, name="own-rules"),
    path("<slug:key>.toml", rules_own.own_file, name="own-rules-file"),
    path("<slug:key>/forget/", rules_own.forget, name="forget-rules"),
]
