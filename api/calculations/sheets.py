"""What an appraisal holds besides where a sheet is asked for: all that is needed to draw one."""

from typing import Any

from rest_framework import serializers

_SUMMARY = "What it does, in our words."
_PLACE = "Where it stands in a book without pages, or which source it is from."


class AppraisalQuerySerializer(serializers.Serializer[Any]):
    """What an appraisal holds besides."""

    include = serializers.ChoiceField(
        choices=("sheet",), required=False, help_text="sheet: what is drawn of each profile and roster."
    )


class SheetCellSerializer(serializers.Serializer[Any]):
    """A box of the stat line."""

    code = serializers.CharField(help_text="Of the attribute, slot or value that it begins with.")
    label = serializers.CharField()  # type: ignore[assignment] # DRF's fields have a label
    text = serializers.CharField(help_text="As it is written: 6, R4 AP4; a dash where there is none.")


class LabelledTextSerializer(serializers.Serializer[Any]):
    """A text behind its label."""

    label = serializers.CharField()  # type: ignore[assignment] # DRF's fields have a label
    text = serializers.CharField()


class SheetWeaponSerializer(serializers.Serializer[Any]):
    """A weapon that is made of fields and properties; what is picked as a whole is a trait."""

    slot = serializers.CharField(help_text="The code of its slot in the catalogue.")
    name = serializers.CharField()
    text = serializers.CharField(help_text="In the book's codes: R4 AP4.")
    usual = serializers.BooleanField(help_text="Whether it is only what every model has.")
    bands = LabelledTextSerializer(
        many=True, help_text="How far each range band reaches, behind its change of the roll."
    )
    pierces = LabelledTextSerializer(
        many=True, help_text="What it takes off each kind of armour, where that is more than usual."
    )


class SheetItemSerializer(serializers.Serializer[Any]):
    """One thing that a profile has."""

    text = serializers.CharField(help_text="As it is written, with what was chosen for it.")
    name = serializers.CharField()
    numbers = serializers.CharField(allow_blank=True, help_text="Its own numbers: range 24, P 4.")
    summary = serializers.CharField(allow_blank=True, help_text=_SUMMARY)
    page = serializers.IntegerField(help_text="0 where the book has no pages.")
    place = serializers.CharField(allow_blank=True, help_text=_PLACE)
    profiles = serializers.ListField(
        child=serializers.CharField(), help_text="The keys of the profiles that it names."
    )


class SheetTraitSerializer(serializers.Serializer[Any]):
    """What a profile has under one heading."""

    heading = serializers.CharField()
    items = SheetItemSerializer(many=True)


class WoundNoteSerializer(serializers.Serializer[Any]):
    """What is to be known beside a number of wounds."""

    text = serializers.CharField()
    page = serializers.IntegerField()


class WeaponUsesSerializer(serializers.Serializer[Any]):
    """A weapon that can be used so many times."""

    weapon = serializers.CharField()
    times = serializers.IntegerField()


class SheetTrackSerializer(serializers.Serializer[Any]):
    """Boxes to tick off, one for each sign."""

    name = serializers.CharField()
    shape = serializers.ChoiceField(choices=("square", "circle"))
    signs = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="What stands in each box; most are empty."
    )


class SheetBoxesSerializer(serializers.Serializer[Any]):
    """What one model has to tick off."""

    wounds = serializers.IntegerField(help_text="So many end it; 0 where the game counts none.")
    wound_notes = WoundNoteSerializer(many=True)
    shield = serializers.BooleanField(help_text="Whether it has a shield that can break.")
    uses = WeaponUsesSerializer(many=True)
    tracks = SheetTrackSerializer(many=True)


class ProfileSheetSerializer(serializers.Serializer[Any]):
    """A profile as it is drawn."""

    name = serializers.CharField()
    kind = serializers.CharField(allow_blank=True, help_text='"" in games without kinds.')
    notes = serializers.CharField(allow_blank=True, help_text="Markdown.")
    cells = SheetCellSerializer(many=True, help_text="The stat line, in the book's order.")
    weapons = SheetWeaponSerializer(many=True)
    traits = SheetTraitSerializer(many=True)
    boxes = SheetBoxesSerializer()


class SheetMemberSerializer(serializers.Serializer[Any]):
    """So many of one profile in a row of a roster."""

    profile = serializers.CharField(help_text="The key of a profile.")
    count = serializers.IntegerField()
    attached = serializers.BooleanField(help_text="Whether it stands with the unit and is none of it.")


class SheetUnitSerializer(serializers.Serializer[Any]):
    """A row of a roster."""

    name = serializers.CharField()
    kind = serializers.CharField(allow_blank=True, help_text='"" in games whose rows are no units.')
    members = SheetMemberSerializer(many=True)


class RosterSheetSerializer(serializers.Serializer[Any]):
    """A roster as it is drawn."""

    facts = serializers.ListField(
        child=serializers.CharField(), help_text="What was agreed on besides its size, in words."
    )
    leaders = serializers.ListField(
        child=serializers.CharField(), help_text="The keys of the profiles that lead."
    )
    units = SheetUnitSerializer(many=True)
