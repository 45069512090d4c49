"""!points replies with a list's points, !roster with a picture of its roster: pasted, attached or linked."""

import asyncio
import io
import os
from collections.abc import Callable
from typing import TypeVar

import discord
import musterbook
from discord.ext import commands

T = TypeVar("T")
GAME = os.environ.get("GAME", "unbridled-fury")  # the game of stat lines
intents = discord.Intents.default()
intents.message_content = True
bot = commands.Bot("!", intents=intents, allowed_mentions=discord.AllowedMentions.none())


async def answer(ask: Callable[[str, str], T], context: commands.Context[commands.Bot], text: str) -> T:
    for file in context.message.attachments[:1]:
        text = (await file.read()).decode()
    return await asyncio.to_thread(ask, text, GAME)


@bot.command()
async def points(context: commands.Context[commands.Bot], *, text: str = "") -> None:
    await context.send((await answer(musterbook.appraise, context, text))[:2000])


@bot.command()
async def roster(context: commands.Context[commands.Bot], *, text: str = "") -> None:
    png = await answer(musterbook.picture, context, text)
    await context.send(file=discord.File(io.BytesIO(png), "roster.png"))


@bot.event
async def on_command_error(context: commands.Context[commands.Bot], error: commands.CommandError) -> None:
    await context.send(str(getattr(error, "original", error))[:2000])


bot.run(os.environ["DISCORD_TOKEN"])
