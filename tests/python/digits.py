"""The network that the tests run, and its images."""

import os
from pathlib import Path

import numpy as np

DATA = Path(os.environ["VTA_TEST_DATA"])
MODEL = DATA / "digits_resnet8.onnx"
PIXELS = np.load(DATA / "digits_test_200_u8.npy")
LABELS = np.load(DATA / "digits_test_200_labels.npy")
CALIBRATION = np.load(DATA / "digits_calib_64_u8.npy")
FLOAT_LOGITS = np.load(DATA / "digits_test_200_fp32_logits.npy")


def images(count: int) -> np.ndarray:
    """The first images as the network takes them."""
    pixels = (PIXELS[:count].astype(np.float32) - 128) / 64
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))


def pointer(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]
