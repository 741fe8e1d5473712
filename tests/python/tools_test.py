"""What the module has beside running: the zoo, costs, profiles, traces, kernels' outputs, pickles."""

import copy
import gzip
import json
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import vta
from digits import MODEL, images

VTA = os.environ["VTA_EXECUTABLE"]


def command(*arguments):
    """The JSON that the program prints."""
    return json.loads(subprocess.run([VTA, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.net = vta.compile(MODEL)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_zoo_is_that_of_the_program(self):
        said = command("model", "--list")["models"]
        found = vta.networks()
        self.assertEqual([m["name"] for m in said], [n.name for n in found])
        self.assertEqual([m["macs"] for m in said], [n.macs for n in found])
        vta.write_network("resnet8_tiny", self.folder / "a.onnx", seed=3)
        subprocess.run([VTA, "model", "resnet8_tiny", "--seed", "3", "-o", self.folder / "b.onnx"], check=True,
                       capture_output=True)
        self.assertEqual((self.folder / "a.onnx").read_bytes(), (self.folder / "b.onnx").read_bytes())
        with self.assertRaisesRegex(vta.UsageError, "resnet18_v1"):
            vta.write_network("resnet19", self.folder / "c.onnx")
        for seed in (-1, 2**63, 1.5, True):
            with self.assertRaisesRegex(vta.UsageError, "seed is"):
                vta.write_network("resnet8_tiny", self.folder / "c.onnx", seed=seed)

    def test_every_configuration_has_a_cost(self):
        for name in vta.configurations():
            cost = vta.cost(name)
            self.assertGreater(cost["lut"], 0, name)
            self.assertGreater(cost["mhz"], 0, name)
        said = command("rtl", "area", "--model", "--config", "1x32")
        cost = vta.cost("1x32")
        for name in ("lut", "ff", "dsp", "bram18"):
            self.assertEqual(cost[name], said["total"][name], name)
        self.assertAlmostEqual(cost["longest_path_ns"], said["clock"]["longest_path_ns"])
        self.assertAlmostEqual(cost["mhz"], said["clock"]["mhz_with_allowance"], delta=0.1)
        self.assertGreater(vta.cost({"LOG_BLOCK": 5})["dsp"], vta.cost("default")["dsp"])
        with self.assertRaises(vta.ConfigError):
            vta.cost("nowhere")

    def test_a_profile_is_that_of_the_program(self):
        said = command("profile", str(MODEL))
        mine = self.net.profile()
        self.assertEqual(mine["operators"], said["operators"])
        self.assertEqual(mine["memory"], said["memory"])

    def test_a_trace_has_the_cycles_of_a_run(self):
        self.net.trace(self.folder / "t.json.gz")
        events = json.loads(gzip.open(self.folder / "t.json.gz").read())["traceEvents"]
        self.assertGreater(len(events), 100)
        self.net.trace(self.folder / "i.json", level="insns")
        self.assertLess(len(json.loads((self.folder / "i.json").read_text())["traceEvents"]), len(events))
        for wrong in ({"level": "all"}, {"kernel": "none"}, {"cycles": "5"}):
            with self.assertRaises(vta.UsageError) as caught:
                self.net.trace(self.folder / "w.json", **wrong)
            self.assertNotIn("--", str(caught.exception))
        with self.assertRaises(vta.UsageError):
            self.net.trace(self.folder / "w.txt")

    def test_a_drawing_shows_every_kernel(self):
        drawing = self.net.drawing()
        self.assertTrue(drawing.startswith("<svg"))
        for kernel in self.net.profile()["operators"]:
            if kernel.get("kind") == "kernel":
                self.assertIn(kernel["name"], drawing)

    def test_kernels_have_outputs(self):
        before = self.net.run(images(1)).copy()
        outputs = self.net.kernel_outputs(images(1))
        self.assertEqual(set(outputs), {str(name) for name in self.net.layers["name"]})
        for name, value in outputs.items():
            self.assertEqual((value.dtype, value.ndim), (np.int8, 4), name)
        other = self.net.kernel_outputs(images(2)[1:])
        first = next(iter(outputs))
        self.assertFalse(np.array_equal(outputs[first], other[first]))
        np.testing.assert_array_equal(self.net.run(images(1)), before)
        with self.assertRaisesRegex(vta.UsageError, "timing_only"):
            self.net.on("csim,timing_only=1").kernel_outputs(images(1))

    def test_a_network_is_pickled_and_copied(self):
        wanted = self.net.run(images(1)).copy()
        for again in (pickle.loads(pickle.dumps(self.net)), copy.deepcopy(self.net), copy.copy(self.net)):
            np.testing.assert_array_equal(again.run(images(1)), wanted)
            self.assertEqual((again.cycles, again.notes, repr(again)), (self.net.cycles, self.net.notes, repr(self.net)))
        (self.folder / "net").write_bytes(pickle.dumps(self.net.on("fsim")))
        code = "import pickle, sys; net = pickle.load(open(sys.argv[1], 'rb')); print(net.device, len(net.inputs))"
        said = subprocess.run([sys.executable, "-c", code, self.folder / "net"], check=True, capture_output=True, text=True)
        self.assertEqual(said.stdout, "fsim 1\n")

    def test_what_is_pickled_prepares_pixels_as_before(self):
        pixels = (images(1) * 64 + 128).astype(np.uint8)
        net = vta.compile(MODEL, mean=100, std=50, pixel_scale=1)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(net)).run(pixels), net.run(pixels))

    def test_everything_is_shown(self):
        self.net.run(images(1))
        difference = vta.compare(self.net, self.net)
        for shown in (self.net, difference):
            self.assertTrue(repr(shown).startswith("<vta."))
            self.assertIn("<", shown._repr_html_())


if __name__ == "__main__":
    unittest.main()
