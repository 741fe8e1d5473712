"""Accuracy, pages and tuning from Python: what the program says of the same."""

import json
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import vta
from digits import CALIBRATION, DATA, LABELS, MODEL, PIXELS, images

VTA = os.environ["VTA_EXECUTABLE"]
FILES = {"images": DATA / "digits_test_200_u8.npy", "labels": DATA / "digits_test_200_labels.npy",
         "calib": DATA / "digits_calib_64_u8.npy"}
SAID = ("images", "batch", "classes", "int8_top1_percent", "float_top1_percent", "agreement_percent", "sqnr_db", "quant", "work",
        "preprocessing", "cycles_per_image", "gemm_counter", "backend")


def program(*arguments):
    return subprocess.run([VTA, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, kind, text, call, *arguments, **keywords):
        """What it says is in Python's names of things."""
        with self.assertRaisesRegex(kind, text) as caught:
            call(*arguments, **keywords)
        self.assertNotIn("--", str(caught.exception))
        self.assertNotIn("/dev/fd", str(caught.exception))


class Eval(Folder):
    def test_arrays_and_files_are_what_the_program_evaluates(self):
        said = json.loads(program("eval", MODEL, "--json", "--quant", "percentile", "--images", FILES["images"], "--labels",
                                  FILES["labels"], "--calib", FILES["calib"], "--limit", 60))
        of_files = vta.eval(MODEL, FILES["images"], FILES["labels"], calibration=FILES["calib"], quant="percentile", limit=60)
        of_arrays = vta.eval(MODEL, PIXELS, LABELS, calibration=CALIBRATION, quant="percentile", limit=60)
        by_name = vta.eval(MODEL, {"0": PIXELS}, list(LABELS), calibration={"0": CALIBRATION}, quant="percentile", limit=60)
        for found in (of_files, of_arrays, by_name):
            for key in SAID:
                self.assertEqual(found.document[key], said[key], key)
        self.assertEqual((of_arrays.samples, of_arrays.top1), (60, said["int8_top1_percent"]))
        self.assertIsNone(of_arrays.cycles_per_image)
        self.assertIn("60 samples: top-1", repr(of_arrays))
        self.assertIn("<table>", of_arrays._repr_html_())

    def test_one_sample_without_labels_on_a_device_with_time(self):
        found = vta.eval(MODEL, images(1), device="csim", verify=True)
        self.assertEqual((found.samples, found.top1), (1, None))
        self.assertEqual(found.document["verify"]["exact"], True)
        net = vta.compile(MODEL)
        net.run(images(1))
        self.assertEqual(found.cycles_per_image, net.cycles)
        self.assertIn("agreement", repr(found))

    def test_what_looks_wrong_is_a_note(self):
        with self.assertWarnsRegex(vta.Note, "quant auto with calibration"):
            vta.eval(MODEL, PIXELS, LABELS, limit=4, scale=0.01)

    def test_mistakes_are_named(self):
        self.refused(vta.UsageError, "'limt', the nearest is 'limit'", vta.eval, MODEL, PIXELS, limt=3)
        self.refused(vta.InputError, "images is None", vta.eval, MODEL, None)
        self.refused(vta.InputError, "labels are of type float64", vta.eval, MODEL, PIXELS, LABELS.astype(np.float64))
        self.refused(vta.InputError, "labels", vta.eval, MODEL, PIXELS, LABELS[:3])
        self.refused(vta.InputError, "labels", vta.eval, MODEL, PIXELS, LABELS + 10)
        self.refused(vta.UsageError, "limit is -1", vta.eval, MODEL, PIXELS, limit=-1)
        for threads in (0, 257, 1.5):
            self.refused(vta.UsageError, "threads is", vta.eval, MODEL, PIXELS, threads=threads)
        self.refused(vta.InputError, "nowhere", vta.eval, MODEL, {"nowhere": PIXELS[:0]})
        self.refused(vta.InputError, "images", vta.eval, MODEL, PIXELS[:, :3])
        self.refused(vta.InputError, "none.npy", vta.eval, MODEL, self.folder / "none.npy")
        self.refused(vta.Error, "none.onnx", vta.eval, self.folder / "none.onnx", PIXELS)
        self.refused(vta.UsageError, "nowhere", vta.eval, MODEL, PIXELS, device="nowhere")
        with warnings.catch_warnings():
            warnings.simplefilter("error", vta.Note)
            self.assertEqual(vta.eval(MODEL, PIXELS, LABELS, limit=4).samples, 4)  # after all of them


class Report(Folder):
    def setUp(self):
        super().setUp()
        self.net = vta.compile(MODEL)
        self.net.run(images(1))

    def test_a_page_of_runs_is_the_programs(self):
        for name, config in (("run A", "default"), ("run B", "1x32")):
            net = vta.compile(MODEL, config=config)
            net.run(images(1))
            (self.folder / name).write_text(json.dumps(net.report))
            if name == "run A":
                vta.report(net, self.folder / "one.html")
                first = net
        program("report", self.folder / "run A", "-o", self.folder / "said.html")
        self.assertEqual((self.folder / "one.html").read_bytes(), (self.folder / "said.html").read_bytes())
        vta.report((first.report, net), self.folder / "two.html", clock=100)
        program("report", self.folder / "run A", self.folder / "run B", "--clock", 100, "-o", self.folder / "said.html")
        self.assertEqual((self.folder / "two.html").read_bytes(), (self.folder / "said.html").read_bytes())

    def test_a_page_of_a_sweep_is_the_programs(self):
        found = vta.sweep({"networks": [{"name": "digits", "model": MODEL}], "axes": {"LOG_BLOCK": [4, 5]}},
                          self.folder / "a.db", jobs=1)
        vta.report(found, self.folder / "a.html", max_ms=1000, all_layers=True, device="artix7_100t")
        program("report", self.folder / "a.db", "-o", self.folder / "b.html", "--max-ms", 1000, "--all-layers", "--device",
                "artix7_100t")
        self.assertEqual((self.folder / "a.html").read_bytes(), (self.folder / "b.html").read_bytes())
        self.refused(vta.UsageError, "reported alone", vta.report, (found, self.net), self.folder / "c.html")

    def test_mistakes_are_named(self):
        page = self.folder / "a.html"
        self.refused(vta.UsageError, "3 were given", vta.report, (self.net,) * 3, page)
        self.refused(vta.UsageError, "one limit", vta.report, self.net, page, max_ms=1, min_fps=1)
        self.refused(vta.UsageError, "choose among the points of a sweep", vta.report, self.net, page, max_ms=1)
        self.refused(vta.UsageError, "all_layers is for", vta.report, self.net, page, all_layers=True)
        for limit in (0, -1, 1e10, "fast", True):
            self.refused(vta.UsageError, "min_fps is", vta.report, "a.db", page, min_fps=limit)
        self.refused(vta.ConfigError, "nowhere", vta.report, self.net, page, device="nowhere")
        self.refused(vta.UsageError, "-5", vta.report, self.net, page, clock=-5)
        self.refused(vta.InputError, "none.db", vta.report, self.folder / "none.db", page)
        with self.assertRaisesRegex(vta.InputError, "run A: has no provenance"):
            vta.report({"schema": 1}, page)
        self.refused(vta.OutputError, "nowhere", vta.report, self.net, self.folder / "nowhere" / "a.html")
        self.refused(vta.InputError, "has not been run", vta.report, vta.compile(MODEL), page)
        self.assertFalse(page.exists())


class Tune(Folder):
    def test_a_search_is_the_programs_and_compile_takes_its_tiles(self):
        database, keys = self.folder / "a.db", {"LOG_BLOCK": 5}
        (self.folder / "config.json").write_text(json.dumps(vta.compile(MODEL, config=keys).config))
        found = vta.tune(MODEL, database, evaluations=60, seed=3, jobs=1, config=keys)
        said = json.loads(program("tune", MODEL, "--evaluations", 60, "--seed", 3, "--jobs", 1, "--config",
                                  self.folder / "config.json", "--db", self.folder / "b.db", "--json"))
        for key in ("network", "layers", "objective", "memory"):
            self.assertEqual(found.document[key], said[key], key)
        self.assertLessEqual(found.cycles, found.fast_cycles)
        self.assertEqual(len(found.layers), len(said["layers"]))
        self.assertTrue(np.all(found.layers["cycles"] <= found.layers["fast_cycles"]))
        net = vta.compile(MODEL, config=keys, schedule=database, seed=3)
        net.run(images(1))
        self.assertEqual(net.cycles, found.cycles)
        self.assertIn("cycles, of", repr(found))
        self.assertIn("<table", found._repr_html_())

    def test_samples_and_settings_reach_the_search(self):
        found = vta.tune(MODEL, self.folder / "a.db", evaluations=4, jobs=1, quant="percentile", calibration=CALIBRATION,
                         residual="int8", objective="bytes", slower=5, memory="ddr")
        said = json.loads(program("tune", MODEL, "--evaluations", 4, "--jobs", 1, "--quant", "percentile", "--calib",
                                  FILES["calib"], "--residual", "int8", "--objective", "bytes", "--slower", 5, "--memory",
                                  "ddr", "--db", self.folder / "b.db", "--json"))
        self.assertEqual(found.document["network"], said["network"])
        self.assertEqual(found.document["objective"], "bytes")

    def test_mistakes_are_named(self):
        database = self.folder / "a.db"
        self.refused(vta.UsageError, "'evaluation', the nearest is 'evaluations'", vta.tune, MODEL, database, evaluation=3)
        self.refused(vta.UsageError, "objective", vta.tune, MODEL, database, objective="fast")
        self.refused(vta.UsageError, "budget", vta.tune, MODEL, database, budget="soon")
        self.refused(vta.UsageError, "evaluations", vta.tune, MODEL, database, evaluations=0)
        self.refused(vta.UsageError, "slower is of objective bytes", vta.tune, MODEL, database, slower=1, evaluations=1)
        self.refused(vta.UsageError, "quant is", vta.tune, MODEL, database, quant="maxx")
        self.refused(vta.UsageError, "calibration", vta.tune, MODEL, database, quant="max")
        self.refused(vta.InputError, "calibration", vta.tune, MODEL, database, quant="max", calibration=CALIBRATION[:, :3])
        self.refused(vta.ConfigError, "config", vta.tune, MODEL, database, config={"LOG_BLOK": 5})
        self.refused(vta.InputError, "none.onnx", vta.tune, self.folder / "none.onnx", database)
        self.refused(vta.OutputError, "nowhere", vta.tune, MODEL, self.folder / "nowhere" / "a.db", evaluations=1)


if __name__ == "__main__":
    unittest.main()
