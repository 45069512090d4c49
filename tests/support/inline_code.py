"""Patterns of the inline code and styles that the Content-Security-Policy forbids in pages."""

import re

INLINE = {
    "a script with its code in the page": re.compile(
        r"<script\b(?![^>]*\b(?:src=|type=.application/json))", re.IGNORECASE
    ),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "an event attribute": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "an htmx event attribute": re.compile(r"\shx-on[:\w-]*\s*=", re.IGNORECASE),
    "an htmx expression": re.compile(
        r"""\shx-(?:vals|headers)\s*=\s*["']\s*(?:js|javascript):""", re.IGNORECASE
    ),
    "a javascript address": re.compile(r"""=\s*["']\s*javascript:""", re.IGNORECASE),
}
