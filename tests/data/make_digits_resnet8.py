#!/usr/bin/env python3
"""Makes digits_resnet8.onnx and its images: a ResNet-8 trained on rendered digits.

Development only (PyTorch, NumPy, Pillow, DejaVu fonts); nothing in this repository needs it to
build, run or test. The number of training steps and every seed are fixed.

    make_digits_resnet8.py OUTPUT_FOLDER
"""

import pathlib
import sys

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from torch import nn
from torch.nn import functional

from onnx_metadata import append_metadata

FONT_FOLDER = pathlib.Path("/usr/share/fonts/truetype/dejavu")
CANVAS, CROP = 48, 8  # digits are drawn on a margin that is cut off afterwards
TRAIN_IMAGES, TEST_IMAGES, CALIBRATION_IMAGES = 12000, 200, 64
STEPS, BATCH, PEAK_RATE = 4000, 64, 4e-3


class DigitPainter:
    """Renders one digit after another: random font, colours, warp, clutter, blur and noise."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.fonts = [p for p in sorted(FONT_FOLDER.glob("*.ttf")) if "MathTeX" not in p.name]

    def images(self, count):
        labels = np.arange(count) % 10
        return np.stack([self.image(digit) for digit in labels]), labels.astype(np.int64)

    def image(self, digit):
        paper, ink = self.colours()
        picture = self.background(paper)
        solid = Image.new("RGB", picture.size, tuple(int(v) for v in ink))
        picture.paste(solid, (0, 0), self.mask(str(digit)))
        picture = picture.crop((CROP, CROP, CANVAS - CROP, CANVAS - CROP))
        if self.random.random() < 0.4:
            picture = picture.filter(ImageFilter.GaussianBlur(self.random.uniform(0.3, 1.0)))
        pixels = np.asarray(picture).astype(np.float32)
        pixels += self.random.normal(0, self.random.uniform(4, 30), pixels.shape)
        return np.clip(pixels, 0, 255).astype(np.uint8)

    def colours(self):
        """Two colours whose brightness differs enough to read the digit."""
        paper = self.random.integers(0, 256, 3)
        while True:
            ink = self.random.integers(0, 256, 3)
            if abs(int(paper.sum()) - int(ink.sum())) >= 90:
                return paper, ink

    def background(self, paper):
        """A linear gradient with up to three lines across it."""
        y, x = np.mgrid[0:CANVAS, 0:CANVAS] / CANVAS - 0.5
        angle = self.random.uniform(0, 2 * np.pi)
        ramp = (np.cos(angle) * x + np.sin(angle) * y)[..., None]
        pixels = paper + 2 * ramp * self.random.uniform(-40, 40, 3)
        picture = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        draw = ImageDraw.Draw(picture)
        for _ in range(self.random.integers(0, 4)):
            colour = np.clip(paper + self.random.integers(-60, 60, 3), 0, 255)
            ends = [int(v) for v in self.random.integers(0, CANVAS, 4)]
            draw.line(ends, fill=tuple(int(v) for v in colour), width=int(self.random.integers(1, 3)))
        return picture

    def mask(self, text):
        """Where the digit is: centred with jitter, rotated, sheared."""
        path = self.fonts[self.random.integers(len(self.fonts))]
        font = ImageFont.truetype(str(path), int(self.random.integers(22, 34)))
        left, top, right, bottom = font.getbbox(text)
        jitter_x, jitter_y = self.random.uniform(-4, 4, 2)
        place = ((CANVAS - right - left) / 2 + jitter_x, (CANVAS - bottom - top) / 2 + jitter_y)
        mask = Image.new("L", (CANVAS, CANVAS), 0)
        ImageDraw.Draw(mask).text(place, text, fill=255, font=font)
        mask = mask.rotate(self.random.uniform(-25, 25), resample=Image.BILINEAR)
        shear = (1, self.random.uniform(-0.25, 0.25), 0, self.random.uniform(-0.15, 0.15), 1, 0)
        return mask.transform(mask.size, Image.AFFINE, shear, resample=Image.BILINEAR)


class ResidualBlock(nn.Module):
    def __init__(self, channels_in, channels, stride):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels_in, channels, 3, stride, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.shortcut = nn.Identity()
        if stride != 1:
            self.shortcut = nn.Sequential(
                nn.Conv2d(channels_in, channels, 1, stride, bias=False), nn.BatchNorm2d(channels)
            )

    def forward(self, x):
        return functional.relu(self.body(x) + self.shortcut(x))


def resnet8():
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, 1, 1, bias=False),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        ResidualBlock(16, 16, 1),
        ResidualBlock(16, 32, 2),
        ResidualBlock(32, 64, 2),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(1),
        nn.Linear(64, 10),
    )


def to_input(images):
    return (torch.from_numpy(images).permute(0, 3, 1, 2).float() - 128) / 64


def train(network, images, labels):
    """A short warm-up, then the learning rate falls along a cosine."""
    optimizer = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-2)
    random = np.random.default_rng(3)
    network.train()
    for step in range(STEPS):
        done = step / STEPS
        rate = PEAK_RATE * min(1, (done + 0.005) / 0.08) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        optimizer.param_groups[0]["lr"] = rate
        chosen = random.integers(0, len(labels), BATCH)
        shift = tuple(int(v) for v in random.integers(-2, 3, 2))
        batch = torch.roll(to_input(images[chosen]), shift, (2, 3))
        loss = functional.cross_entropy(
            network(batch), torch.from_numpy(labels[chosen]), label_smoothing=0.05
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 500 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)


def main(folder):
    torch.manual_seed(0)
    network = resnet8()
    train(network, *DigitPainter(seed=1).images(TRAIN_IMAGES))
    network.eval()

    images, labels = DigitPainter(seed=2).images(TEST_IMAGES)
    calibration, _ = DigitPainter(seed=4).images(CALIBRATION_IMAGES)
    with torch.no_grad():
        logits = network(to_input(images)).numpy()
    print(f"float top-1: {100 * np.mean(logits.argmax(1) == labels):.1f} %")

    np.save(folder / "digits_test_200_u8.npy", images)
    np.save(folder / "digits_test_200_labels.npy", labels)
    np.save(folder / "digits_test_200_fp32_logits.npy", logits)
    np.save(folder / "digits_calib_64_u8.npy", calibration)
    torch.onnx.export(
        network,
        torch.zeros(1, 3, 32, 32),
        str(folder / "digits_resnet8.onnx"),
        opset_version=13,
        input_names=["data"],
        output_names=["logits"],
        dynamic_axes={"data": {0: "N"}, "logits": {0: "N"}},
    )
    append_metadata(
        folder / "digits_resnet8.onnx",
        "vta.preprocessing",
        '{"pixel_scale":1,"mean":[128],"std":[64]}',
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
