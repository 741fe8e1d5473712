"""Modules and tensors of PyTorch, where it is installed."""

import sys
import unittest

import numpy as np
import vta

try:
    import torch
except ImportError:
    print("skipped: PyTorch is missing (Debian: python3-torch; scripts/setup.sh --deep)")
    sys.exit(77)


def network():
    torch.manual_seed(1)
    nn = torch.nn
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Linear(32, 10))


class Torch(unittest.TestCase):
    def test_a_module_is_exported_and_answers_nearly_as_before(self):
        module = network().eval()
        x = torch.randn(16, 3, 17, 17)
        with torch.no_grad():
            expected = module(x).numpy()
        net = vta.from_torch(module, x[:1], calibration=x, device="fsim")
        answer = net.run(x)
        noise = np.sum((answer - expected) ** 2) / np.sum(expected**2)
        self.assertGreater(-10 * np.log10(noise), 20)

    def test_tensors_are_read_where_they_lie(self):
        module = network()
        x = torch.randn(1, 3, 17, 17)
        net = vta.from_torch(module, x, device="fsim")
        self.assertTrue(module.training)
        y = net.run(x)
        self.assertEqual(net._session.input(0).__array_interface__["data"][0], x.data_ptr())
        back = torch.from_dlpack(y)
        self.assertEqual(back.data_ptr(), y.__array_interface__["data"][0])
        np.testing.assert_array_equal(net.run(x.requires_grad_()), y)


if __name__ == "__main__":
    unittest.main()
