"""``make fonts``: install fonts for Chinese, Japanese, Korean, Hindi, Thai, Arabic and Hebrew on papers.

The script copies fonts to ``FONTS_FOLDER``: from this computer if it has them, or from packages that apt
downloads. It writes nothing else, and needs no root rights and only Python's standard library.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PACKAGES: Mapping[str, tuple[str, ...]] = {
    "fonts-noto-cjk": ("NotoSansCJK-Regular.ttc",),
    "fonts-noto-core": (
        "NotoSansArabic-Regular.ttf",
        "NotoSansDevanagari-Regular.ttf",
        "NotoSansHebrew-Regular.ttf",
        "NotoSansThai-Regular.ttf",
    ),
}
SYSTEM_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


def main() -> None:
    """Install missing fonts, and print the fonts in the folder."""
    folder = Path(os.environ.get("FONTS_FOLDER") or ROOT / ".fonts").absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        copy_found(SYSTEM_FOLDERS, folder)
        if packages := missing_packages(folder):
            fetch(packages, folder)
    except OSError as error:
        sys.exit(f"{folder} cannot be written: {error}")
    report(folder)
    if packages := missing_packages(folder):
        sys.exit(advice(packages, folder))
    print("New papers use these fonts. Nothing has to be restarted.")


def missing_packages(folder: Path) -> list[str]:
    """Return the packages with files that are not in the folder."""
    return [package for package, names in PACKAGES.items() if missing_files(names, folder)]


def missing_files(names: Iterable[str], folder: Path) -> list[str]:
    """Return the names that are not in the folder."""
    return [name for name in names if not (folder / name).is_file()]


def copy_found(sources: Iterable[Path], folder: Path) -> None:
    """Copy missing font files that are in these folders or their subfolders.

    Each file is copied completely or not at all.
    """
    wanted = set(missing_files([name for names in PACKAGES.values() for name in names], folder))
    for source in sources:
        for font_file in sorted(path for path in source.rglob("*") if path.name in wanted):
            wanted.discard(font_file.name)
            part = folder / f"{font_file.name}.part"
            shutil.copyfile(font_file, part)
            part.replace(folder / font_file.name)
            print(f"copied   {font_file}")


def fetch(packages: list[str], folder: Path) -> None:
    """Download packages with apt to a temporary folder, and copy their fonts."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return
    print(f"fetching {' '.join(packages)} with apt")
    with TemporaryDirectory() as place:
        apt = ["apt-get", "-qq", "-o", f"Dir::State={place}/state", "-o", f"Dir::Cache={place}/cache"]
        apt += ["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="]
        for subfolder in ("state/lists/partial", "cache/archives/partial"):
            (Path(place) / subfolder).mkdir(parents=True)
        done = subprocess.run([*apt, "update"], cwd=place, check=False)
        done = (
            done if done.returncode else subprocess.run([*apt, "download", *packages], cwd=place, check=False)
        )
        if done.returncode:
            print("apt could not download the packages.", file=sys.stderr)
            return
        for package in sorted(Path(place).glob("*.deb")):
            subprocess.run(["dpkg-deb", "--extract", package, Path(place) / "unpacked"], check=True)
        copy_found([Path(place) / "unpacked"], folder)


def report(folder: Path) -> None:
    """Print the names of the fonts in the folder."""
    print(f"Fonts in {folder}:")
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SUFFIXES:
            print(f"  {path.stat().st_size // 1000:6} kB  {path.name}")


def advice(packages: list[str], folder: Path) -> str:
    """Return a text that says which fonts are missing and how to install them."""
    missing = [name for package in packages for name in missing_files(PACKAGES[package], folder)]
    return (
        f"Still missing: {', '.join(missing)}.\n"
        f"With apt, install {' '.join(packages)} and run `make fonts` again. Without it, put these or other\n"
        f"TTF, OTF or TTC files, of regular weight, into {folder}."
    )


if __name__ == "__main__":
    main()
