#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Take the pictures of docs/time.md and docs/sweep.md again.

    time_pictures.py HALFWARP

It needs Chromium and Pillow.  Each picture is some sections of a page, by their headings, in a window of so
many pixels; colours are reduced to 128 so that files stay small."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs/images"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MATMUL = (ROOT / "bench/maxwell/matmul.cubin", "--chip", "GTX 980", "--grid", "8,32", "--block", 64, "--arg", "u32:512",
          "--arg", "buf:a=1m", "--arg", "buf:b=1m", "--arg", "buf:c=1m")
TRANSPOSE = ("--chip", "GTX 980", "--grid", "16,16", "--block", "32,8", "--arg", "buf:out=1m", "--arg", "buf:in=1m", "--arg", "u32:512")
WINDOW = ("--timeline-clocks", "84309-84509")  # a part of the matrix product
# file: page, width, scale, dark, most height, the headings of its sections; the first of them "": what stands above all sections
PICTURES = {
    "time-page.png": ("matmul", 1280, 0.75, False, None, ("", "Hottest instructions", "Over time")),
    "time-parts.png": ("matmul", 1280, 0.75, False, None, (
        "What warps wait for", "Warps of a scheduler", "What the units do", "Instruction mix", "Memory", "Roofline", "Occupancy",
        "Waves and tail")),
    "time-narrow.png": ("matmul", 480, 1, True, 1330, ("", "Hottest instructions", "Over time")),
    "time-listing.png": ("transpose", 1280, 0.75, False, None, ("Hottest instructions", "Source lines")),
    "time-comparison.png": ("comparison", 1000, 0.8, False, 900, ("Side by side",)),
    "time-warps.png": ("matmul", 1160, 0.75, False, None, ("Warps by clock",)),
    "sweep-plot.png": ("sweep", 900, 0.8, False, None, ("", "time in microseconds")),
}
SWEEP = """{"title": "saxpy on two chips of Tesla", "file": "saxpy.cubin", "grid": "${(n + block - 1) / block}",
"args": ["u32:$n", "f32:2", "buf:x=${4 * n}", "buf:y=${4 * n}"],
"vary": {"chip": ["g80", "GTX 280"], "block": [64, 256], "n": {"from": "1k", "to": "256k", "times": 2}}}"""


def run(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def make_pages(halfwarp, folder):
    run(halfwarp, "time", *MATMUL, "--report", folder / "matmul.html", "-o", "/dev/null")
    run(halfwarp, "time", *MATMUL, "--against", "GTX 970", "--report", folder / "comparison.html", "-o", "/dev/null")
    run(halfwarp, "time", *MATMUL, "--timeline", "svg", *WINDOW, "-o", folder / "timeline.svg")
    cubin = folder / "transpose.cubin"
    run(halfwarp, "cc", "--target", "sm_52", "-O", 2, "-lineinfo", ROOT / "examples/time/transpose.cu", "-o", cubin)
    run(halfwarp, "time", cubin, *TRANSPOSE, "--report", folder / "transpose.html", "-o", "/dev/null")
    run(halfwarp, "as", ROOT / "examples/saxpy.hwasm", "-o", folder / "saxpy.cubin")
    (folder / "plan.json").write_text(SWEEP)
    run(halfwarp, "sweep", folder / "plan.json", "--html", folder / "sweep.html")


def browser(folder, *arguments):
    return run(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/browser", *arguments)


def save(image, name, most=None):
    image = image.convert("RGB")
    if most:
        image = image.crop((0, 0, image.width, min(most, image.height)))
    image.quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(IMAGES / name, optimize=True)
    print(name, image.size, (IMAGES / name).stat().st_size)


def take(folder, name):
    page, width, scale, dark, most, headings = PICTURES[name]
    keep = ("<script>document.querySelectorAll('section').forEach(function(s){if(HEADS.indexOf(s.querySelector('h2').textContent)<0)s.remove()});"
            "document.querySelectorAll('.pair').forEach(function(p){if(!p.children.length)p.remove()});"
            "if(HEADS.indexOf('')<0)document.querySelectorAll('main>p,main>h1,main>.tiles,#style').forEach(function(e){e.remove()});"
            "else document.querySelectorAll('main>p:last-of-type').forEach(function(e){if(/^Made by/.test(e.textContent))e.remove()});"
            "var m=document.querySelector('main');m.style.padding='14px 14px 1px';m.style.maxWidth='none';"
            "document.title='height '+Math.ceil(m.getBoundingClientRect().height)</script>").replace("HEADS", str(list(headings)))
    text = (folder / f"{page}.html").read_text(encoding="utf-8").replace("</body>", keep + "</body>")
    if dark:
        text = text.replace('<html lang="en">', '<html lang="en" data-style="dark">')
    # A window has a least width of its own, and so has a frame none.
    (folder / "one.html").write_text(text, encoding="utf-8")
    frame = '<body style="margin:0"><iframe src="one.html" style="border:0;width:%dpx;height:%dpx"></iframe></body>'
    told = browser(folder, "--dump-dom", f"--window-size={width},800", f"file://{folder}/one.html")
    height = int(re.search(r"<title>height (\d+)", told)[1]) if width > 500 else 6000
    (folder / "frame.html").write_text(frame % (width, height), encoding="utf-8")
    browser(folder, f"--screenshot={folder}/shot.png", f"--window-size={width},{height}", f"--force-device-scale-factor={scale}",
            f"file://{folder}/frame.html")
    save(Image.open(folder / "shot.png"), name, most)


def main():
    halfwarp = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_pages(halfwarp, folder)
        for picture in PICTURES:
            take(folder, picture)
        size = re.search(r'width="(\d+)" height="(\d+)"', (folder / "timeline.svg").read_text())
        browser(folder, f"--screenshot={folder}/shot.png", f"--window-size={size[1]},{size[2]}", f"file://{folder}/timeline.svg")
        save(Image.open(folder / "shot.png"), "time-timeline.png")


if __name__ == "__main__":
    main()
