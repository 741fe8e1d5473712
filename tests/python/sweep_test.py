"""A sweep from Python: its points as a structured array, equal to those of single runs."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import vta
from digits import MODEL, images

SPEC = {
    "networks": [{"name": "digits", "model": str(MODEL)}],
    "axes": {"LOG_BLOCK": [3, 4, 5], "memory": ["ideal8", "ddr"]},
}


class Sweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = Path(folder.name) / "digits.db"

    def test_points_are_those_of_single_runs(self):
        found = vta.sweep(SPEC, self.database, jobs=1)
        self.assertEqual(len(found), 4)  # two break a rule of the hardware
        points = found.points
        for name in ("cycles", "cycles_per_image", "macs", "LOG_BLOCK_IN", "lut"):
            self.assertEqual(points[name].dtype.kind, "i", name)
        best = points[points["cycles"].argmin()]
        self.assertEqual(best["LOG_BLOCK_IN"], 5)
        net = vta.compile(MODEL, config=f"{self.database}#{best['point']}")
        net.run(images(1))
        self.assertEqual(net.cycles, best["cycles"])
        self.assertIn("<td", found._repr_html_())

    def test_a_database_is_read_again_and_in_part(self):
        vta.sweep(SPEC, self.database)
        whole = vta.read_sweep(self.database)
        part = vta.read_sweep(self.database, where=["LOG_BLOCK_IN=4"], sort="cycles")
        self.assertEqual((len(whole), len(part)), (4, 2))
        self.assertTrue(np.all(np.diff(part.points["cycles"]) >= 0))
        self.assertLess(len(vta.read_sweep(self.database, pareto=True)), 4)
        none = vta.read_sweep(self.database, where="LOG_BLOCK_IN=6")
        self.assertEqual(len(none), 0)

    def test_mistakes_are_named(self):
        with self.assertRaises(vta.InputError) as caught:
            vta.sweep({**SPEC, "axis": {}}, self.database)
        self.assertIn("axis", str(caught.exception))
        vta.sweep(SPEC, self.database)
        with self.assertRaises(vta.Error):
            vta.sweep(SPEC, self.database)  # it is there: resume
        self.assertEqual(len(vta.sweep(SPEC, self.database, resume=True)), 4)
        with self.assertRaises(vta.InputError):
            vta.read_sweep("nowhere.db")
        with mock.patch.dict(os.environ, VTA_EXECUTABLE="/nowhere/vta"):
            with self.assertRaises(vta.UsageError) as caught:
                vta.read_sweep(self.database)
        self.assertIn("VTA_EXECUTABLE=/nowhere/vta", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
