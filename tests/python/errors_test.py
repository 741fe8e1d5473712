"""Every mistake is an exception with the words and the exit code of the commands."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import vta
from digits import CALIBRATION, MODEL, images

class Errors(unittest.TestCase):
    def fails(self, kind, text, call):
        with self.assertRaises(kind) as caught:
            call()
        self.assertIn(text, str(caught.exception))
        self.assertEqual(caught.exception.exit_code, kind.exit_code)

    @classmethod
    def setUpClass(cls):
        cls.net = vta.compile(MODEL, device="fsim")

    def test_models(self):
        self.fails(vta.InputError, "nowhere.onnx", lambda: vta.compile("nowhere.onnx"))
        self.fails(vta.InputError, "nowhere.vta", lambda: vta.load("nowhere.vta"))
        self.fails(vta.InputError, "digits_resnet8.onnx", lambda: vta.load(MODEL))

    def test_options(self):
        compile_with = lambda **options: lambda: vta.compile(MODEL, **options)
        self.fails(vta.UsageError, "there is no option '--bach', the nearest is --batch",
                   compile_with(bach=2))
        self.fails(vta.UsageError, "Value 0 not in range 1 to 1024", compile_with(batch=0))
        self.fails(vta.UsageError, "--quant 'best' is not known", compile_with(quant="best"))
        self.fails(vta.UsageError, "--quant max needs --calib", compile_with(quant="max"))
        self.fails(vta.UsageError, "--scale is of --quant global",
                   compile_with(scale=4, calibration=images(2)))
        self.fails(vta.UsageError, "--stop-after", compile_with(stop_after="simplify_inference"))
        self.fails(vta.UsageError, "samples are float64",
                   compile_with(calibration=np.zeros((2, 3, 32, 32))))
        self.fails(vta.InputError, "(2, 3, 32, 31)",
                   compile_with(calibration=np.zeros((2, 3, 32, 31), np.float32)))
        self.fails(vta.ConfigError, "the nearest is 1x32", compile_with(config="1x33"))
        self.fails(vta.ConfigError, "LOG_BLOCK_IN", compile_with(config={"LOG_BLOCK_IN": 40}))
        self.fails(vta.UsageError, "the nearest is fsim", compile_with(device="fsin"))
        self.fails(vta.UsageError, "max_cycles is 0", compile_with(max_cycles=0))
        self.fails(vta.UsageError, "bus", compile_with(memory="bus=3"))

    def test_inputs(self):
        run = lambda *a, **k: lambda: self.net.run(*a, **k)
        name = self.net.inputs[0].name
        self.fails(vta.InputError, f"input '{name}' is not given", run())
        self.fails(vta.InputError, "has 1 inputs, 2 were given", run(images(1), images(1)))
        self.fails(vta.InputError, "there is no input 'x'", run(x=images(1)))
        self.fails(vta.InputError, "is given twice", run(images(1), **{name: images(1)}))
        self.fails(vta.InputError, "elements are float64", run(images(1).astype(np.float64)))
        self.fails(vta.InputError, "elements are >f4", run(images(1).astype(">f4")))
        self.fails(vta.InputError, "numpy.ascontiguousarray", run(images(1)[:, :, ::2, ::2]))
        self.fails(vta.InputError, "(1, 3, 32, 31)", run(np.zeros((1, 3, 32, 31), np.float32)))
        self.fails(vta.InputError, "takes", run(np.float32(1)))
        self.fails(vta.InputError, "takes", run(images(1)[:0]))
        self.fails(vta.InputError, "takes", run(np.zeros((1, 10), np.uint8)))

    def test_a_run_after_a_mistake_is_right(self):
        x = images(1)
        expected = self.net.run(x)
        with self.assertRaises(vta.InputError):
            self.net.run(x[:, :2])
        np.testing.assert_array_equal(self.net.run(x), expected)

    def test_limits(self):
        net = self.net.on("csim")
        self.fails(vta.InputError, "cycles: the network has not been run", lambda: net.cycles)
        self.fails(vta.InputError, "report", lambda: net.layers)
        net = vta.compile(MODEL, max_cycles=100)
        self.fails(vta.ResourceError, "100", lambda: net.run(images(1)))
        self.fails(vta.InputError, "has not been run", lambda: net.counters)

    def test_files_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "no" / "such.vta"
            self.fails(vta.OutputError, "such.vta", lambda: self.net.save(path))
        self.fails(vta.OutputError, "/dev/full", lambda: self.net.save("/dev/full"))

    def test_runs_that_cannot_be_compared(self):
        self.net.run(images(1))
        self.fails(vta.InputError, "the first run", lambda: vta.compare({}, {}))
        self.fails(vta.InputError, "has no timing", lambda: vta.compare(self.net, self.net))

    def test_all_are_of_one_class(self):
        with self.assertRaises(vta.Error):
            vta.load("nowhere.vta")


if __name__ == "__main__":
    unittest.main()
