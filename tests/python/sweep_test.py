"""A sweep from Python: its points as a structured array, equal to those of single runs."""

import os
import tempfile
import unittest
import warnings
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
        with self.assertWarnsRegex(vta.Note, "2 points illegal: 2 .*, e.g. point"):
            found = vta.sweep(SPEC, self.database, jobs=1)
        self.assertEqual(len(found), 4)  # two break a rule of the hardware
        self.assertIn("2 points illegal: 2 ", found.missing[0])
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

    def test_where_no_point_is_legal_there_are_columns_and_a_reason(self):
        spec = {**SPEC, "axes": {"LOG_BLOCK": [3], "LOG_INP_BUFF_SIZE": [30], "memory": ["ideal8", "ddr"]}}
        with self.assertWarnsRegex(vta.Note, "2 points illegal"):
            found = vta.sweep(spec, self.database)
        self.assertEqual((len(found), len(found.missing)), (0, 1))
        self.assertEqual(len(found.points["cycles"]), 0)
        self.assertIn("<table", found._repr_html_())

    def test_members_may_be_of_numpy_and_paths(self):
        spec = {"networks": [{"name": "digits", "model": MODEL}],
                "axes": {"LOG_BLOCK": np.array([4, 5]), "MEM_GAP": [np.int64(1)]}}
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nothing is missing, and nothing is said
            self.assertEqual(len(vta.sweep(spec, self.database)), 2)

    def test_keywords_are_known_before_anything_runs(self):
        for name in ("job", "help", "json", "db", "csv"):
            with self.assertRaises(vta.UsageError) as caught:
                vta.sweep(SPEC, self.database, **{name: True})
            self.assertIn(f"vta.sweep has no keyword {name!r}", str(caught.exception))
        self.assertFalse(self.database.exists())
        for wrong in ({"networks": [1j]}, {"networks": [float("nan")]}):
            with self.assertRaises(vta.InputError) as caught:
                vta.sweep(wrong, self.database)
            self.assertIn("specification", str(caught.exception))
        with self.assertRaises(vta.UsageError) as caught:
            vta.sweep(SPEC, self.database, confirm="all")
        self.assertIn("confirm", str(caught.exception))
        self.assertNotIn("--", str(caught.exception))
        with self.assertRaises(vta.UsageError) as caught:  # a request is JSON, which is UTF-8
            vta.sweep(SPEC, os.fsdecode(b"caf\xe9.db"))
        self.assertEqual(str(caught.exception), r"database is 'caf\udce9.db': that is no text in UTF-8")

    def test_points_that_fail_are_told_with_their_reason(self):
        spec = {**SPEC, "networks": [*SPEC["networks"], {"name": "none", "model": "nowhere.onnx"}]}
        with self.assertRaises(vta.Error) as caught:
            vta.sweep(spec, self.database)
        self.assertIn("nowhere.onnx", str(caught.exception))

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
                vta.sweep(SPEC, self.database, resume=True)
        self.assertIn("VTA_EXECUTABLE=/nowhere/vta", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
