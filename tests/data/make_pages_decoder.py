#!/usr/bin/env python3
"""Makes pages_decoder.onnx: a causal decoder of characters, trained on this project's own pages.

docs/*.md and the README.md of every folder as of COMMIT; whole pages are held out and become
pages_heldout.txt, windows of the others pages_calib_16.npy. 96 wide, 4 blocks of 6 heads, 256
characters of context. Development only (PyTorch, NumPy, git); nothing in this repository needs it
to build, run or test. The number of training steps and every seed are fixed.

    make_pages_decoder.py OUTPUT_FOLDER
    make_pages_decoder.py OUTPUT_FOLDER --steps COUNT   trained for as many steps; 0: random weights
"""

import json
import pathlib
import subprocess
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from onnx_metadata import append_metadata

COMMIT = "ba2e5e0ccfdca095a26aae0c57c08bb53b9d5e42"
HELD_OUT = {
    "cli/README.md",
    "compiler/quant/README.md",
    "docs/compare.md",
    "docs/split.md",
    "docs/trace.md",
}
CALIBRATION_WINDOWS = 16  # of the text of the training, for the scales of integers
STEPS, BATCH, PEAK_RATE = 1500, 16, 3e-3
CONTEXT, WIDTH, HEADS, BLOCKS, HIDDEN = 256, 96, 6, 4, 256


def git(*arguments):
    folder = pathlib.Path(__file__).resolve().parent
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True).stdout


def pages():
    """Text by path, of printable ASCII and ends of lines: other characters are dropped."""
    paths = git("ls-tree", "-r", "--name-only", "--full-tree", COMMIT).decode().splitlines()
    wanted = [p for p in paths if pathlib.PurePath(p).match("docs/*.md") or p.endswith("README.md")]
    texts = {p: git("show", f"{COMMIT}:{p}").decode() for p in wanted}
    return {p: "".join(c for c in t if c == "\n" or " " <= c <= "~") for p, t in texts.items()}


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.register_buffer("seen", torch.ones(CONTEXT, CONTEXT, dtype=torch.bool).tril())

    def forward(self, x):
        heads = self.qkv(x).reshape(-1, CONTEXT, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        q, k, v = heads[0], heads[1], heads[2]
        scores = (q @ k.transpose(-2, -1)) * (WIDTH // HEADS) ** -0.5
        mixed = scores.masked_fill(~self.seen, float("-inf")).softmax(-1) @ v
        return self.out(mixed.transpose(1, 2).reshape(-1, CONTEXT, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(WIDTH), Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, characters):
        super().__init__()
        self.characters = nn.Embedding(characters, WIDTH)
        self.places = nn.Parameter(torch.randn(1, CONTEXT, WIDTH) * 0.02)
        self.blocks = nn.Sequential(*[Block() for _ in range(BLOCKS)])
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, characters)
        nn.init.normal_(self.characters.weight, std=0.02)

    def forward(self, tokens):
        return self.head(self.norm(self.blocks(self.characters(tokens) + self.places)))


def loss_of(network, windows):
    """Of windows of CONTEXT + 1 characters: each but the first is foretold from those before it."""
    logits = network(windows[:, :-1])
    return functional.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())


def train(network, tokens, steps):
    """A short warm-up, then the learning rate falls along a cosine."""
    optimizer = torch.optim.AdamW(network.parameters(), PEAK_RATE, (0.9, 0.98), weight_decay=5e-2)
    random = np.random.default_rng(3)
    network.train()
    begin = time.monotonic()
    for step in range(steps):
        done = step / steps
        rate = PEAK_RATE * min(1, (done + 0.005) / 0.08) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        optimizer.param_groups[0]["lr"] = rate
        starts = random.integers(0, len(tokens) - CONTEXT, BATCH)
        loss = loss_of(network, torch.stack([tokens[s : s + CONTEXT + 1] for s in starts]))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step % 100 == 0:
            passed = time.monotonic() - begin
            print(f"step {step}: loss {loss.item():.3f}, {passed:.0f} s", flush=True)


def calibration(tokens):
    """Windows from all over the text."""
    starts = np.linspace(0, len(tokens) - CONTEXT, CALIBRATION_WINDOWS).astype(np.int64)
    return np.stack([tokens[s : s + CONTEXT].numpy() for s in starts])


def perplexity(network, tokens):
    """In windows one after the other, as `vta generate --score` has it."""
    network.eval()
    nats, count = 0.0, len(tokens) - 1
    with torch.no_grad():
        for at in range(0, count, CONTEXT):
            end = min(at + CONTEXT, count)
            window = functional.pad(tokens[at:end], (0, at + CONTEXT - end))
            losses = -network(window[None])[0].log_softmax(-1)
            after = tokens[at + 1 : end + 1]
            nats += losses[torch.arange(len(after)), after].sum().item()
    return np.exp(nats / count)


def export(network, alphabet, path):
    network.eval()
    torch.onnx.export(
        network,
        torch.zeros(1, CONTEXT, dtype=torch.int64),
        str(path),
        opset_version=17,
        input_names=["tokens"],
        output_names=["logits"],
    )
    append_metadata(path, "vta.alphabet", json.dumps(alphabet))


def main(folder, steps):
    texts = pages()
    alphabet = "".join(sorted(set("".join(texts.values()))))
    heldout = "".join(texts[p] for p in sorted(HELD_OUT))
    rest = "".join(texts[p] for p in sorted(set(texts) - HELD_OUT))
    number = {c: i for i, c in enumerate(alphabet)}
    tokens, heldout_tokens = (torch.tensor([number[c] for c in t]) for t in (rest, heldout))

    torch.manual_seed(0)
    network = Decoder(len(alphabet))
    count = sum(p.numel() for p in network.parameters())
    print(f"{count} parameters, {len(alphabet)} characters, {len(rest)} of text, {len(heldout)} held out")
    train(network, tokens, steps)
    if steps > 0:
        print(f"held-out perplexity: {perplexity(network, heldout_tokens):.4f}")
    export(network, alphabet, folder / "pages_decoder.onnx")
    (folder / "pages_heldout.txt").write_text(heldout)
    np.save(folder / "pages_calib_16.npy", calibration(tokens))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 4) or (len(sys.argv) == 4 and sys.argv[2] != "--steps"):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) == 4 else STEPS)
