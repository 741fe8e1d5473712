#!/usr/bin/env python3
"""Makes digits_vit.onnx: a vision transformer trained on the digits of make_digits_resnet8.py.

Patches of 4 x 4 (64, and a class token: 65 tokens), 64 wide, 4 blocks of 4 heads. Development only
(PyTorch, NumPy, Pillow, DejaVu fonts); nothing in this repository needs it to build, run or test.
The number of training steps and every seed are fixed.

    make_digits_vit.py OUTPUT_FOLDER
    make_digits_vit.py OUTPUT_FOLDER --images COUNT   digits_vit_u8.npy and digits_vit_labels.npy, as
                                                      many held-out images, and no network
"""

import pathlib
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from make_digits_resnet8 import DigitPainter, to_input
from onnx_metadata import append_metadata

TRAIN_IMAGES, TEST_IMAGES = 24000, 2000
STEPS, BATCH, PEAK_RATE = 5000, 64, 1.5e-3
PATCH, WIDTH, HEADS, BLOCKS, HIDDEN, CLASSES = 4, 64, 4, 4, 128, 10
TOKENS = (32 // PATCH) ** 2 + 1


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        heads = self.qkv(x).reshape(-1, TOKENS, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        q, k, v = heads[0], heads[1], heads[2]
        scores = (q @ k.transpose(-2, -1)) * (WIDTH // HEADS) ** -0.5
        mixed = scores.softmax(-1) @ v
        return self.out(mixed.transpose(1, 2).reshape(-1, TOKENS, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(WIDTH), Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class VisionTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, WIDTH, PATCH, PATCH)
        self.first = nn.Parameter(torch.randn(1, 1, WIDTH) * 0.02)
        self.places = nn.Parameter(torch.randn(1, TOKENS, WIDTH) * 0.02)
        self.blocks = nn.Sequential(*[Block() for _ in range(BLOCKS)])
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, CLASSES)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.shape[0], -1, -1), x], 1) + self.places
        return self.head(self.norm(self.blocks(x))[:, 0])


def train(network, images, labels):
    """A short warm-up, then the learning rate falls along a cosine."""
    optimizer = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=2e-2)
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
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step % 500 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)


def top1(network, images, labels):
    with torch.no_grad():
        parts = [network(to_input(part)).argmax(1).numpy() for part in np.array_split(images, 20)]
    return 100 * np.mean(np.concatenate(parts) == labels)


def main(folder, count):
    images, labels = DigitPainter(seed=12).images(count or TEST_IMAGES)
    if count:
        np.save(folder / "digits_vit_u8.npy", images)
        np.save(folder / "digits_vit_labels.npy", labels)
        return
    torch.manual_seed(0)
    network = VisionTransformer()
    train(network, *DigitPainter(seed=11).images(TRAIN_IMAGES))
    network.eval()
    print(f"float top-1 of {len(labels)} held-out images: {top1(network, images, labels):.2f} %")
    torch.onnx.export(
        network,
        torch.zeros(1, 3, 32, 32),
        str(folder / "digits_vit.onnx"),
        opset_version=17,
        input_names=["data"],
        output_names=["logits"],
        dynamic_axes={"data": {0: "N"}, "logits": {0: "N"}},
    )
    append_metadata(
        folder / "digits_vit.onnx",
        "vta.preprocessing",
        '{"pixel_scale":1,"mean":[128],"std":[64]}',
    )


if __name__ == "__main__":
    if len(sys.argv) not in (2, 4) or (len(sys.argv) == 4 and sys.argv[2] != "--images"):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) == 4 else 0)
