"""A network on an accelerator, in the steps of a notebook: python/README.md shows them."""

# %% Compile a network for an accelerator, with a few images to find scales with.
import os
import tempfile
from pathlib import Path

import numpy as np
import vta

data = Path(os.environ.get("VTA_TEST_DATA", "tests/data"))
images = np.load(data / "digits_test_200_u8.npy")
labels = np.load(data / "digits_test_200_labels.npy")
net = vta.compile(data / "digits_resnet8.onnx", calibration=images[100:116])

# %% Run it. Pixels are prepared as the network's file says.
logits = net.run(images[:100])
print(f"{np.mean(logits.argmax(1) == labels[:100]):.1%} of 100 images are right")

# %% What did that cost, and which layer waits most?
print(f"{net.cycles:,} cycles an image")
layers = net.layers
slowest = layers[layers["roofline_percent"].argmin()]
print(f"{slowest['name']}: its roofline is {slowest['roofline_percent']:.1f} % of its cycles; {slowest['lost']}")

# %% Would a wider block pay?
wide = vta.compile(data / "digits_resnet8.onnx", config="1x32")
wide.run(images[:1])
narrow = vta.compile(data / "digits_resnet8.onnx")
narrow.run(images[:1])
print(str(vta.compare(narrow, wide)).splitlines()[2].strip())

# %% Which configuration is the best of a few?
with tempfile.TemporaryDirectory() as folder:
    found = vta.sweep(
        {
            "networks": [{"name": "digits", "model": str((data / "digits_resnet8.onnx").resolve())}],
            "axes": {"LOG_BLOCK": [3, 4, 5], "memory": ["ideal8", "ddr,bus=16"]},
        },
        Path(folder) / "digits.db",
    )
points = found.points
best = points[points["cycles"].argmin()]
print(f"fewest cycles: {best['cycles']:,} with {best['configuration']}, {best['memory']}")
