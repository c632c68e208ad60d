"""What an official decides about a game, as it is typed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.errors import LeagueError, WrongFigure
from league.models import Ruling, Submission
from league.results.services.rulings import Decision
from league.results.sides import Mark, read_mark, write_mark
from league.web.desk.cases import Case
from league.web.figures import FiguresForm, typed_figures
from league.web.forms import WholeNumberField

_MARK_LENGTH = 8
_KINDS = Ruling.Kind
CHOICES = (
    (_KINDS.ACCEPT, _("Accept a version as it was handed in")),
    (_KINDS.EDIT, _("Correct the record")),
    (_KINDS.SCORES, _("Set the scores")),
    (_KINDS.FORFEIT, _("Somebody did not come or gave up")),
    (_KINDS.TIME, _("Time was called")),
    (_KINDS.REPLAY, _("Have the game played again")),
)
BY_RECORD, BY_SCORES = "record", "scores"
BY_FIGURES, BY_MARKS = "figures", "marks"
_BY_SCORES = (_KINDS.SCORES, _KINDS.FORFEIT, _KINDS.TIME)


class RulingForm(FiguresForm):
    """All kinds in one form, so that nothing typed is lost when another kind is chosen."""

    kind = forms.ChoiceField(label=_("What do you decide?"), widget=forms.RadioSelect)
    submission = forms.ChoiceField(
        label=_("Which version?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the version to accept.")},
    )
    basis = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)
    time_by = forms.ChoiceField(
        label=_("What counts?"),
        choices=[
            (BY_RECORD, _("The record, scored as it stands")),
            (BY_SCORES, _("The scores below")),
        ],
        widget=forms.RadioSelect,
    )
    scores_by = forms.ChoiceField(
        label=_("What do you know?"),
        choices=[(BY_FIGURES, _("The figures of the game")), (BY_MARKS, _("Only the scores"))],
        widget=forms.RadioSelect,
    )
    record = forms.CharField(
        label=_("Record"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Names and comments are not kept. What the rules say is shown below."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("Everybody can read it on the page of the table."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    private = forms.CharField(
        label=_("Remark for officials"),
        max_length=500,
        required=False,
        help_text=_("Only officials see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = WholeNumberField(widget=forms.HiddenInput)
    game = WholeNumberField(widget=forms.HiddenInput)

    def __init__(self, data: Any, *, case: Case, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial), auto_id="ruling-%s")
        self.use_required_attribute = False  # what is needed depends on the kind
        self.case = case
        self._offer_kinds()
        self._offer_versions()
        self.figure_fields = case.figure_fields(gone=self._ticked(self.data or self.initial))
        self.ask_for_figures(self.figure_fields, case.entry_names)
        self._ask_by_kind()
        for entry in case.entries:
            self.fields[f"mark-{entry}"] = forms.CharField(
                label=case.names[entry], max_length=_MARK_LENGTH, required=False
            )
            self.fields[f"gone-{entry}"] = forms.BooleanField(
                label=case.names[entry], required=False
            )
        nobody = [("", _("nobody"))]
        for seat in sorted(case.match.seats.all(), key=lambda seat: seat.letter):
            self.fields[f"seat-{seat.letter}"] = forms.ChoiceField(
                label=seat.letter,
                required=False,
                choices=nobody + [(entry, case.names[entry]) for entry in case.entries],
            )

    def _offer_kinds(self) -> None:
        hidden = set() if self.case.versions else {_KINDS.ACCEPT}
        if not self.case.has_records:
            hidden.add(_KINDS.EDIT)
        if self.case.is_closed:
            hidden.add(_KINDS.REPLAY)
        self.fields["kind"].choices = [choice for choice in CHOICES if choice[0] not in hidden]  # type: ignore[attr-defined]

    def _ask_by_kind(self) -> None:
        """What the chosen kind asks for; before one is chosen, nothing is called optional."""
        kind = self.data.get("kind") if self.is_bound else None
        by_record = kind == _KINDS.EDIT or self._goes_by_record(self.data)
        self.fields["submission"].required = kind in (None, _KINDS.ACCEPT)
        self.fields["time_by"].required = kind in (None, _KINDS.TIME)
        self.fields["record"].required = kind is None or by_record
        self.fields["scores_by"].required = bool(self.figure_fields) and (
            kind is None or (kind in _BY_SCORES and not by_record)
        )

    def _offer_versions(self) -> None:
        self.fields["submission"].choices = [  # type: ignore[attr-defined]
            (shown.submission.pk, shown.said_in_short) for shown in self.case.versions
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("kind") not in _BY_SCORES or self._goes_by_record(values):
            return values
        if self._goes_by_figures(values):
            self.check_figures(values, self._came(values))
        else:
            self._check_marks(values)
        return values

    def _check_marks(self, values: Mapping[str, Any]) -> None:
        missing = [entry for entry, mark in self._marks(values).items() if mark is None]
        for entry in missing:
            typed = values.get(f"mark-{entry}", "")
            self.add_error(
                f"mark-{entry}", _("Neither a number nor x.") if typed else _("Missing.")
            )

    def _marks(self, values: Mapping[str, Any]) -> dict[str, Mark | None]:
        """Who stays alone needs no score, and by figures nobody does: nothing was played."""
        gone = self._gone(values)
        came = [entry for entry in self.case.entries if entry not in gone]
        marks = {entry: read_mark(values.get(f"mark-{entry}", "")) for entry in came}
        if self._asks_for_figures(values):
            marks = dict.fromkeys(came, Mark(0))
        elif gone and len(came) == 1:
            marks[came[0]] = marks[came[0]] or Mark(0)
        return dict.fromkeys(gone, Mark()) | marks

    def _gone(self, values: Mapping[str, Any]) -> frozenset[str]:
        """Those ticked, where ticks are asked for; a mark can say it too."""
        is_asked = bool(self.figure_fields) or values.get("kind") == _KINDS.FORFEIT
        return self._ticked(values) if is_asked else frozenset()

    def _ticked(self, values: Mapping[str, Any]) -> frozenset[str]:
        return frozenset(entry for entry in self.case.entries if values.get(f"gone-{entry}"))

    def _came(self, values: Mapping[str, Any]) -> list[str]:
        gone = self._gone(values)
        return [entry for entry in self.case.entries if entry not in gone]

    def _goes_by_record(self, values: Mapping[str, Any]) -> bool:
        return values.get("kind") == _KINDS.TIME and values.get("time_by") == BY_RECORD

    def _asks_for_figures(self, values: Mapping[str, Any]) -> bool:
        return bool(self.figure_fields) and values.get("scores_by") == BY_FIGURES

    def _goes_by_figures(self, values: Mapping[str, Any]) -> bool:
        """Where too few came to play, there are none."""
        is_played = self.case.is_played(gone=self._gone(values))
        return self._asks_for_figures(values) and is_played

    def refuse(self, error: LeagueError) -> None:
        """Put what a service said beside the field that it is about."""
        if isinstance(error, WrongFigure) and (field := self.field_of(error)):
            self.add_error(field, error.at_field)
        else:
            self.add_error(None, str(error.message))

    @property
    def decision(self) -> Decision:
        values = self.cleaned_data
        kind = _KINDS(values["kind"])
        by_record = kind == _KINDS.EDIT or self._goes_by_record(values)
        by_scores = kind in _BY_SCORES and not by_record
        by_figures = by_scores and self._goes_by_figures(values)
        marks = self._marks(values) if by_scores else {}
        return Decision(
            kind=kind,
            game=self.case.game,
            submission=self._version(values, by_record=by_record),
            record=values["record"].replace("\r\n", "\n") if by_record else "",
            marks={
                entry: mark
                for entry, mark in marks.items()
                if mark and (mark.is_forfeit or not by_figures)
            },
            figures=self.figures(self._came(values)) if by_figures else {},
            seating=self.seating if by_record or by_scores else {},
        )

    @property
    def record_decision(self) -> Decision:
        """What the record in the form would be worth, while the rest is still being filled in."""
        is_time = self["kind"].value() == _KINDS.TIME
        shown = self.case.version(str(self["basis"].value() or ""))
        return Decision(
            kind=_KINDS.TIME if is_time else _KINDS.EDIT,
            game=self.case.game,
            submission=shown.submission if shown and self["record"].value() else None,
            record=str(self["record"].value() or "").replace("\r\n", "\n"),
            seating=self.seating,
        )

    @property
    def seating(self) -> dict[str, str]:
        """As it stands in the form, even if that is wrong otherwise."""
        letters = [name for name in self.fields if name.startswith("seat-")]
        sits = {name.removeprefix("seat-"): str(self[name].value() or "") for name in letters}
        return {letter: entry for letter, entry in sits.items() if entry}

    def _version(self, values: Mapping[str, Any], *, by_record: bool) -> Submission | None:
        chosen = values["basis"] if by_record else values["submission"]
        if not by_record and values["kind"] != _KINDS.ACCEPT:
            return None
        shown = self.case.version(chosen or "")
        return shown.submission if shown else None

    # What the templates show together.

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "entry": entry,
                "name": name,
                "figures": self.figures_of(entry),
                "mark": self[f"mark-{entry}"],
                "gone": self[f"gone-{entry}"],
            }
            for entry, name in self.case.entry_names.items()
        ]

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("seat-")]

    def typed(self) -> list[tuple[str, str]]:
        """Everything, to be sent again by the page that asks whether to apply it."""
        left_out = {"version"}
        sent = ((name, self[name].value()) for name in self.fields if name not in left_out)
        return [(name, str(value)) for name, value in sent if value not in (None, "", False)]


def initial_of(case: Case, *, kind: str = "", basis: str = "") -> dict[str, Any]:
    """What stands in the form at first: the version asked for, or the newest."""
    chosen = case.version(basis) or case.newest_with_record
    with_record = chosen if chosen and chosen.submission.record else None
    seated = (case.version(basis) or case.newest) if case.versions else None
    seating = seated.submission.seating if seated else case.seating
    claims = case.claims
    gone = [entry for entry, claim in claims.items() if claim.mark.is_forfeit]
    fields = case.figure_fields(gone=gone)
    return {
        "kind": kind,
        "submission": basis or (case.current[0].submission.pk if len(case.current) == 1 else ""),
        "basis": with_record.submission.pk if with_record else "",
        "time_by": BY_RECORD if with_record else BY_SCORES,
        "record": with_record.submission.record if with_record else _blank(case),
        "scores_by": BY_FIGURES,
        "version": case.match.version,
        "game": case.game,
        **typed_figures(fields, claims),
        **{f"gone-{entry}": True for entry in gone if fields},
        **{f"mark-{entry}": mark for entry, mark in _marks_of(case).items()},
        **{f"seat-{letter}": entry for letter, entry in seating.items()},
    }


def _blank(case: Case) -> str:
    return case.blank_record if case.has_records else ""


def _marks_of(case: Case) -> dict[str, str]:
    """Of the result that counts, else of the newest version."""
    if case.counts is None:
        newest = case.newest
        return {side.entry: side.mark for side in newest.sides} if newest else {}
    claims = case.claims
    return {
        side["entry"]: write_mark(
            Mark(
                side["score"],
                is_above_equals=bool(
                    side["entry"] in claims and claims[side["entry"]].mark.is_above_equals
                ),
            )
        )
        for side in case.counts.sides
    }
