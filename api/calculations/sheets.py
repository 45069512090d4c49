"""Serializers of the sheets in an appraisal.

A sheet has the data to draw a profile or a roster, as printed papers do.
"""

from typing import Any

from rest_framework import serializers

from api.shared.descriptions import MEMBER_FIELDS, PAGE_HELP, PLACE_HELP, PROFILE_FIELDS, SUMMARY_HELP


class AppraisalQuerySerializer(serializers.Serializer[Any]):
    """The additional parts of an appraisal."""

    include = serializers.ChoiceField(
        choices=("sheet",),
        required=False,
        help_text='"sheet" adds the data of the printed sheet of each profile and roster.',
    )


class SheetCellSerializer(serializers.Serializer[Any]):
    """A box of the stat line."""

    code = serializers.CharField(help_text="Code of the first attribute, slot or value in the box.")
    label = serializers.CharField(help_text="Heading of the box.")  # type: ignore[assignment] # DRF's fields have a label
    text = serializers.CharField(help_text='Text in the box, such as "6" or "R4 AP4"; a dash for nothing.')


class LabelledTextSerializer(serializers.Serializer[Any]):
    """A text with a label."""

    label = serializers.CharField(help_text="Label before the text.")  # type: ignore[assignment] # DRF's fields have a label
    text = serializers.CharField(help_text="Text after the label.")


class SheetWeaponSerializer(serializers.Serializer[Any]):
    """A weapon that is made of numbers and properties. Other weapons are among the traits."""

    slot = serializers.CharField(help_text="Code of the weapon slot in the catalogue.")
    name = serializers.CharField(help_text="Name of the weapon.")
    text = serializers.CharField(help_text='The weapon in the codes of the book, such as "R4 AP4".')
    usual = serializers.BooleanField(help_text="Whether this is the weapon that every model has.")
    bands = LabelledTextSerializer(
        many=True,
        help_text="Range bands, with the change of the roll as label and the reach of the band as text.",
    )
    pierces = LabelledTextSerializer(
        many=True,
        help_text="Kinds of armour that the weapon reduces more than other armour, each with the reduction.",
    )


class SheetItemSerializer(serializers.Serializer[Any]):
    """A property, spell or item of a profile."""

    text = serializers.CharField(help_text="The item as it is written, with its parameters.")
    name = serializers.CharField(help_text="Name of the item.")
    numbers = serializers.CharField(
        allow_blank=True, help_text='Numbers of the item, such as "range 24, P 4"; may be empty.'
    )
    summary = serializers.CharField(allow_blank=True, help_text=SUMMARY_HELP)
    page = serializers.IntegerField(help_text=PAGE_HELP)
    place = serializers.CharField(allow_blank=True, help_text=PLACE_HELP)
    profiles = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the profiles that the item refers to."
    )


class SheetTraitSerializer(serializers.Serializer[Any]):
    """The items of a profile under one heading."""

    heading = serializers.CharField(help_text="Heading of the items.")
    items = SheetItemSerializer(many=True, help_text="Items under the heading.")


class WoundNoteSerializer(serializers.Serializer[Any]):
    """A note on the wounds of a model."""

    text = serializers.CharField(help_text="What to remember with the number of wounds.")
    page = serializers.IntegerField(help_text=PAGE_HELP)


class WeaponUsesSerializer(serializers.Serializer[Any]):
    """A weapon that can be used a limited number of times."""

    weapon = serializers.CharField(help_text="Name of the weapon.")
    times = serializers.IntegerField(help_text="Number of times that it can be used.")


class SheetTrackSerializer(serializers.Serializer[Any]):
    """Boxes to tick off, one for each sign."""

    name = serializers.CharField(help_text="What the boxes count.")
    shape = serializers.ChoiceField(choices=("square", "circle"), help_text="Shape of a box.")
    signs = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text='Sign in each box, in order; "" for an empty box.',
    )


class SheetBoxesSerializer(serializers.Serializer[Any]):
    """What to tick off for one model."""

    wounds = serializers.IntegerField(
        help_text="Number of wounds that remove the model; 0 if the game doesn't count wounds."
    )
    wound_notes = WoundNoteSerializer(many=True, help_text="Notes on its wounds.")
    shield = serializers.BooleanField(help_text="Whether it has a shield that can break.")
    uses = WeaponUsesSerializer(many=True, help_text="Weapons that can be used a limited number of times.")
    tracks = SheetTrackSerializer(many=True, help_text="Further boxes.")


class ProfileSheetSerializer(serializers.Serializer[Any]):
    """What is drawn for a profile."""

    name = serializers.CharField(help_text="Name of the profile; a placeholder if it has none.")
    kind = serializers.CharField(
        allow_blank=True, help_text='Name of the kind of profile; "" in games without kinds.'
    )
    notes = serializers.CharField(allow_blank=True, help_text=PROFILE_FIELDS["notes"])
    cells = SheetCellSerializer(many=True, help_text="Stat line, in the order of the book.")
    weapons = SheetWeaponSerializer(many=True, help_text="Weapons that are made of numbers and properties.")
    traits = SheetTraitSerializer(many=True, help_text="Other items, by heading.")
    boxes = SheetBoxesSerializer(help_text="What to tick off for one model.")


class SheetMemberSerializer(serializers.Serializer[Any]):
    """A number of models of one profile in a row of a roster."""

    profile = serializers.CharField(help_text=MEMBER_FIELDS["profile"])
    count = serializers.IntegerField(help_text=MEMBER_FIELDS["count"])
    attached = serializers.BooleanField(
        help_text="Whether the models are attached to the unit, and aren't part of it."
    )


class SheetUnitSerializer(serializers.Serializer[Any]):
    """A row of a roster."""

    name = serializers.CharField(help_text="Name of the unit, or of the profile.")
    kind = serializers.CharField(
        allow_blank=True, help_text='Name of the kind of unit; "" if the row is not a unit.'
    )
    members = SheetMemberSerializer(many=True, help_text="Models of the row, by profile.")
    facts = LabelledTextSerializer(
        many=True, help_text="Facts that were entered for the unit, such as its width."
    )
    values = LabelledTextSerializer(
        many=True, help_text="Calculated numbers of the unit that players look up, such as its depth."
    )


class RosterSheetSerializer(serializers.Serializer[Any]):
    """What is drawn for a roster."""

    facts = serializers.ListField(
        child=serializers.CharField(), help_text="Facts that the players agreed on, in words."
    )
    leaders = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the profiles that lead."
    )
    units = SheetUnitSerializer(many=True, help_text="Rows of the roster, in its order.")
