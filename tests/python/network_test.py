"""Three lines of Python, and what they answer, against the program `vta`."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np
import vta
from digits import CALIBRATION, DATA, FLOAT_LOGITS, LABELS, MODEL, PIXELS, images, pointer


def run_vta(*arguments: str) -> str:
    command = [os.environ["VTA_EXECUTABLE"], *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Compiled(unittest.TestCase):
    def test_three_lines_answer_as_well_as_the_float_network(self):
        net = vta.compile(MODEL, calibration=CALIBRATION[:16], device="fsim")
        logits = net.run(PIXELS)
        self.assertEqual(logits.shape, (200, 10))
        self.assertGreater(np.mean(logits.argmax(1) == LABELS), 0.97)
        noise = np.sum((logits - FLOAT_LOGITS) ** 2) / np.sum(FLOAT_LOGITS**2)
        self.assertGreater(-10 * np.log10(noise), 28)

    def test_outputs_cycles_and_counters_are_those_of_the_program(self):
        x = images(1)
        for config in ("default", "1x32", "2x16"):
            with self.subTest(config), tempfile.TemporaryDirectory() as folder:
                np.save(Path(folder) / "x.npy", x)
                arguments = ["--config", config, "--backend", "csim", "--memory", "ddr,bus=16"]
                out = run_vta("run", str(MODEL), *arguments, "--input", f"{folder}/x.npy",
                              "--output", f"{folder}/y.npy", "--json")
                net = vta.compile(MODEL, config=config, memory="ddr,bus=16")
                np.testing.assert_array_equal(net.run(x), np.load(Path(folder) / "y.npy"))
                document = json.loads(out)
                self.assertEqual(net.cycles, document["cycles"])
                counters = dict(document["counters"])
                counters.pop("insn_count")
                self.assertEqual(net.counters, counters)
                for key in ("kernels", "counters", "timing", "configuration", "work"):
                    self.assertEqual(net.report[key], document[key], key)

    def test_options_are_those_of_the_commands(self):
        x = images(2)
        net = vta.compile(MODEL, all_int8=True, quant="max", calibration=images(8), batch=2,
                          schedule="fast", config={"LOG_BLOCK_IN": 4, "LOG_BLOCK_OUT": 5})
        self.assertEqual(net.inputs[0].shape, (2, 3, 32, 32))
        self.assertEqual(net.config["LOG_BLOCK_OUT"], 5)
        y = net.run(x)
        self.assertEqual(net.report["work"]["device_mac_percent"], 100)
        self.assertEqual(y.shape, (2, 10))

    def test_outputs_are_called_as_the_model_says(self):
        net = vta.compile(DATA / "strangers" / "two_outputs.onnx")
        self.assertEqual([tensor.name for tensor in net.outputs], ["boxes", "scores"])
        self.assertEqual(list(net.run(np.zeros(net.inputs[0].shape, np.float32))), ["boxes", "scores"])

    def test_layers_are_an_array_that_adds_up(self):
        net = vta.compile(MODEL)
        net.run(images(1))
        self.assertEqual(list(net.layers["kind"][:2]), ["conv2d", "conv2d"])
        outside = net.report["timing"]["outside"]["cycles"]
        self.assertEqual(net.layers["cycles"].sum() + outside, net.cycles)
        self.assertEqual(net.layers["gemm_counter"].sum(), net.counters["gemm_counter"])
        self.assertIn("<td", net._repr_html_())

    def test_a_device_without_time_has_no_cycles(self):
        net = vta.compile(MODEL, device="fsim")
        net.run(images(1))
        self.assertIsNone(net.cycles)
        self.assertNotIn("cycles", net.layers.dtype.names)
        net = net.on("csim,timing_only=1")
        self.assertIsNone(net.run())
        self.assertGreater(net.cycles, 10000)

    def test_layers_have_every_quantity_and_former_names(self):
        net = vta.compile(MODEL)
        net.run(images(1))
        kernel = net.report["kernels"][0]
        for name, value in {**kernel["counters"], **kernel["timing"]}.items():
            if isinstance(value, (int, float)):
                self.assertEqual(net.layers[name][0], value, name)
        for today, former in (
            ("roofline_cycles", ("least_cycles", "bound")),
            ("roofline_percent", ("least_percent", "bound_percent")),
        ):
            for name in former:
                self.assertEqual(net.layers[name].tolist(), net.layers[today].tolist(), name)
                self.assertNotIn(name, net.layers.dtype.names)
        self.assertEqual(net.layers[0]["least_cycles"], net.layers[0]["roofline_cycles"])

    def test_a_network_without_kernels_has_no_layers(self):
        net = vta.compile(MODEL, host_only=True)
        net.run(images(1))
        self.assertEqual(len(net.layers), 0)
        self.assertIn("vta.Network", net._repr_html_())


class Memory(unittest.TestCase):
    def setUp(self):
        self.net = vta.compile(MODEL, device="fsim")

    def test_an_input_is_read_where_it_lies(self):
        x = images(1)
        self.net.run(x)
        self.assertEqual(pointer(self.net._session.input(0)), pointer(x))

    def test_a_part_of_an_array_is_read_where_it_lies(self):
        x = images(3)
        y = self.net.run(x[1:2])
        self.assertEqual(pointer(self.net._session.input(0)), pointer(x[1:2]))
        np.testing.assert_array_equal(y, self.net.run(x)[1:2])

    def test_an_output_is_the_networks_own_memory_and_stays(self):
        x = images(2)
        first = self.net.run(x[:1])
        self.assertEqual(pointer(first), pointer(self.net._session.output(0)))
        kept = first.copy()
        second = self.net.run(x[1:])
        np.testing.assert_array_equal(first, kept)
        self.assertFalse(np.array_equal(first, second))
        first[:] = 0  # nobody else's
        np.testing.assert_array_equal(self.net.run(x[:1]), kept)

    def test_an_output_outlives_the_network(self):
        y = self.net.run(images(1))
        kept = y.copy()
        del self.net
        np.testing.assert_array_equal(y, kept)

    def test_what_has_dlpack_is_read_where_it_lies(self):
        class Elsewhere:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, stream=None):
                return self.array.__dlpack__()

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        x = images(1)
        y = self.net.run(Elsewhere(x))
        self.assertEqual(pointer(self.net._session.input(0)), pointer(x))
        np.testing.assert_array_equal(y, self.net.run(x))

    def test_arrays_that_are_read_only_are_read(self):
        x = images(1)
        x.flags.writeable = False
        self.assertEqual(self.net.run(x).shape, (1, 10))

    def test_another_number_of_rows_is_run_in_batches(self):
        net = vta.compile(MODEL, batch=4, device="fsim")
        x = images(6)
        y = net.run(x)
        self.assertEqual(y.shape, (6, 10))
        one = vta.compile(MODEL, device="fsim")
        np.testing.assert_allclose(y, one.run(x), atol=1e-5)  # the host's last bits
        np.testing.assert_array_equal(y[:1], net.run(x[:1]))
        np.testing.assert_array_equal(net.run(PIXELS[:6]), y)


class Files(unittest.TestCase):
    def test_a_saved_program_answers_the_same(self):
        net = vta.compile(MODEL)
        x = images(1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "digits.vta"
            net.save(path)
            again = vta.load(path)
            np.testing.assert_array_equal(net.run(x), again.run(x))
            self.assertEqual(net.cycles, again.cycles)
            slower = vta.load(path, memory="read=200")
            np.testing.assert_array_equal(net.run(x), slower.run(x))
            self.assertGreater(slower.cycles, net.cycles)
            np.testing.assert_array_equal(again.run(PIXELS[:1]), again.run(x))

    def test_a_decoder_runs_token_after_token(self):
        pages = DATA / "pages_decoder.onnx"
        keywords = dict(all_int8=True, quant="percentile", calibration=np.load(DATA / "pages_calib_16.npy"),
                        config={"ISA_EXT": 1}, device="fsim")
        steps, whole = (vta.compile(pages, decode=decode, **keywords) for decode in ("steps", "context"))
        self.assertEqual((whole.context, steps.context, steps.position), (0, 256, 0))
        tokens = np.load(DATA / "pages_calib_16.npy")[:1]
        logits = whole.run(tokens)
        for begin in range(2):
            for at in range(20):
                np.testing.assert_array_equal(steps.run(tokens[:, at:at + 1])[0, 0], logits[0, at])
            self.assertEqual(steps.position, 20)
            steps.reset_state()

    def test_two_runs_are_compared(self):
        a, b = vta.compile(MODEL), vta.compile(MODEL, config="1x32")
        for net in (a, b):
            net.run(images(1))
        comparison = vta.compare(a, b)
        self.assertIn("LOG_BLOCK_IN 4 -> 5", str(comparison))
        cycles = dict(zip(a.layers["name"], a.layers["cycles"]))
        self.assertGreater(len(comparison.layers), 4)
        for layer in comparison.layers:
            self.assertEqual(layer["cycles_a"], cycles[layer["name"]])
        self.assertLess(comparison.layers["cycles_b"].sum(), comparison.layers["cycles_a"].sum())
        self.assertEqual(vta.compare(a.report, b.report).text, comparison.text)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.json"
            path.write_text(json.dumps(a.report))
            for kept in (path, str(path)):
                self.assertEqual(vta.compare(kept, b).text, comparison.text)
        named = str(vta.compare(a, b, names=("1x16", "1x32"))).splitlines()
        self.assertTrue(named[0].startswith("1x16") and named[1].startswith("1x32"), named[:2])


if __name__ == "__main__":
    unittest.main()
