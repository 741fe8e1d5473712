"""Every mistake is an exception with the words and the exit code of the commands."""

import os
import shutil
import subprocess
import sys
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
        self.fails(vta.UsageError, "vta.compile has no keyword 'bach', the nearest is 'batch'",
                   compile_with(bach=2))
        self.fails(vta.UsageError, "no keyword 'calibraton', the nearest is 'calibration'",
                   compile_with(calibraton=images(2)))
        self.fails(vta.UsageError, "skip_conv holds the integer -1; legal are indexes", compile_with(skip_conv=[-1]))
        self.fails(vta.UsageError, "legal are 9.5367431640625e-07 to 1048576", compile_with(scale=0))
        self.fails(vta.UsageError, "all_int8 must be true or false", compile_with(all_int8=3))
        self.fails(vta.UsageError, "mean is 'x'; wanted is a number", compile_with(mean="x"))
        self.fails(vta.InputError, "nowhere.json", compile_with(recipe="nowhere.json"))
        for name in ("help", "calib", "_", "devise"):
            self.fails(vta.UsageError, f"vta.compile has no keyword {name!r}",
                       compile_with(**{name: True}))
        self.fails(vta.UsageError, "batch is 0, legal are 1 to 1024", compile_with(batch=0))
        self.fails(vta.UsageError, "batch", compile_with(batch=True))
        self.fails(vta.UsageError, 'quant is "best": known are global, max', compile_with(quant="best"))
        self.fails(vta.UsageError, "quant max needs calibration:", compile_with(quant="max"))
        self.fails(vta.UsageError, "scale belongs to quant global",
                   compile_with(scale=4, calibration=images(2)))
        self.fails(vta.UsageError, "stop_after", compile_with(stop_after="simplify_inference"))
        self.fails(vta.InputError, "'calibration' holds Tensor[(2, 3, 32, 31), float32], the network takes",
                   compile_with(calibration=np.zeros((2, 3, 32, 31), np.float32)))
        self.fails(vta.ConfigError, "the nearest is 1x32", compile_with(config="1x33"))
        self.fails(vta.ConfigError, "LOG_BLOCK_IN", compile_with(config={"LOG_BLOCK_IN": 40}))
        self.fails(vta.UsageError, "the nearest is fsim", compile_with(device="fsin"))
        self.fails(vta.UsageError, "max_cycles is 0", compile_with(max_cycles=0))
        for wrong in (True, "many", 1.5):
            self.fails(vta.UsageError, f"max_cycles is {wrong!r}", compile_with(max_cycles=wrong))
        self.fails(vta.UsageError, "device is of type int; wanted is text", compile_with(device=3))
        self.fails(vta.UsageError, "memory is of type int; wanted is text", compile_with(memory=3))
        self.fails(vta.UsageError, "bus", compile_with(memory="bus=3"))

    def test_a_model_that_is_no_path(self):
        data = MODEL.read_bytes()
        for wrong in (data, bytearray(data), memoryview(data)):
            self.fails(vta.UsageError, f"model is {len(data):,} bytes; wanted is the path",
                       lambda: vta.compile(wrong))
        self.fails(vta.UsageError, "model is of type NoneType", lambda: vta.compile(None))
        self.fails(vta.UsageError, "model is of type vta._network.Network", lambda: vta.compile(self.net))
        self.fails(vta.UsageError, "model is a text of 0 characters", lambda: vta.compile(""))
        self.fails(vta.UsageError, "a text of 90,000 characters", lambda: vta.compile("network " * 11250))
        self.fails(vta.UsageError, "path is of type int", lambda: vta.load(3))
        self.fails(vta.UsageError, "path is of type int", lambda: self.net.save(3))
        self.fails(vta.UsageError, "config is of type int", lambda: vta.compile(MODEL, config=3))

    def test_text_with_any_character_in_it(self):
        for call in (lambda: vta.compile("a\0b.onnx"), lambda: vta.load("a\0b.vta"),
                     lambda: vta.compile(MODEL, device="fs\0im"), lambda: self.net.save("a\0b"),
                     lambda: vta.compile(MODEL, config="a\0b"),
                     lambda: vta.compile(MODEL, calibration="a\0b"),
                     lambda: vta.compile(MODEL, skip_conv=["a\0b"])):
            self.fails(vta.UsageError, "NUL character", call)
        self.fails(vta.UsageError, "no text of Unicode", lambda: vta.compile("\ud800.onnx"))
        self.fails(vta.InputError, "\\xff.onnx", lambda: vta.compile(os.fsdecode(b"\xff.onnx")))
        self.fails(vta.UsageError, "ä", lambda: vta.compile(MODEL, quant="ä"))
        with tempfile.TemporaryDirectory() as folder:  # of another encoding
            path = os.path.join(folder, os.fsdecode(b"net\xe9.onnx"))
            shutil.copy(MODEL, path)
            self.assertIn("vta.Network", repr(vta.compile(path, device="fsim")))

    def test_options_of_a_command_to_be_typed_stay(self):
        text = vta.errors.in_python("--all-int8: see vta compile MODEL --stop-after im2col --dump-ir FOLDER")
        self.assertEqual(text, "all_int8: see vta compile MODEL --stop-after im2col --dump-ir FOLDER")

    def test_inputs(self):
        run = lambda *a, **k: lambda: self.net.run(*a, **k)
        name = self.net.inputs[0].name
        self.fails(vta.InputError, f"input '{name}' is not given", run())
        self.fails(vta.InputError, "has 1 inputs, 2 were given", run(images(1), images(1)))
        self.fails(vta.InputError, "there is no input 'x'", run(x=images(1)))
        self.fails(vta.InputError, "is given twice", run(images(1), **{name: images(1)}))
        self.fails(vta.InputError, "elements are complex64", run(images(1).astype(np.complex64)))
        self.fails(vta.InputError, "elements are object", run(images(1).astype(object)))
        self.fails(vta.InputError, "elements are uint16", run(images(1).astype(np.uint16)))
        self.fails(vta.InputError, f"input '{name}': a builtins.list cannot be read as an array", run([[1], [2, 3]]))
        masked = np.ma.masked_less(images(1), 0)
        count = int(np.ma.count_masked(masked))
        self.fails(vta.InputError, f"{count:,} of 3,072 elements are masked", run(masked))
        self.fails(vta.InputError, "elements are masked", lambda: vta.compile(MODEL, calibration=masked))
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

    def test_tensors_that_cannot_be_read(self):
        class Elsewhere:  # as a sparse, a conjugated or a bfloat16 tensor of PyTorch behaves
            def __init__(self, error):
                self.error = error

            def __dlpack__(self, stream=None):
                raise self.error

            def __dlpack_device__(self):
                return (1, 0)

        for error in (RuntimeError("Bfloat16 is not supported\nby DLPack"), BufferError("conj bit"),
                      ValueError("sparse"), TypeError("no strides")):
            with self.assertRaises(vta.InputError) as caught:
                self.net.run(Elsewhere(error))
            text = str(caught.exception)
            self.assertIn(str(error).splitlines()[0], text)
            self.assertIn("cannot be read as an array", text)
            self.assertEqual(len(text.splitlines()), 1)

    def test_limits(self):
        net = self.net.on("csim")
        self.fails(vta.InputError, "cycles: the network has not been run", lambda: net.cycles)
        self.fails(vta.InputError, "report", lambda: net.layers)
        net = vta.compile(MODEL, max_cycles=100)
        self.fails(vta.ResourceError, "100", lambda: net.run(images(1)))
        self.fails(vta.InputError, "has not been run", lambda: net.counters)
        # The device is given up, and the next run begins with another one.
        self.fails(vta.ResourceError, "100", lambda: net.run(images(1)))

    def test_files_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "no" / "such.vta"
            self.fails(vta.OutputError, "such.vta", lambda: self.net.save(path))
        self.fails(vta.OutputError, "/dev/full", lambda: self.net.save("/dev/full"))

    def test_runs_that_cannot_be_compared(self):
        self.net.run(images(1))
        self.fails(vta.InputError, "the first run", lambda: vta.compare({}, {}))
        self.fails(vta.InputError, "a Network that ran or its report, or the file of one", lambda: vta.compare(object(), {}))
        self.fails(vta.InputError, "cannot read 'none.json': No such file", lambda: vta.compare("none.json", {}))
        self.fails(vta.InputError, "is no file of `vta run --json`", lambda: vta.compare("a\0b", {}))
        self.fails(vta.InputError, "the first run: not valid JSON", lambda: vta.compare(__file__, {}))
        self.fails(vta.InputError, "has no timing", lambda: vta.compare(self.net, self.net))
        for names in (("a", "a"), ("a",), "ab", ("", "b"), (1, 2), ("a" * 13, "b")):
            self.fails(vta.InputError, "legal are two different words", lambda: vta.compare(self.net, self.net, names=names))

    def test_a_python_without_numpy(self):
        said = subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; import vta"],
                              capture_output=True, text=True).stderr
        self.assertIn("vta needs numpy, which", said)
        self.assertIn("/usr/bin/python3", said)

    def test_all_are_of_one_class(self):
        with self.assertRaises(vta.Error):
            vta.load("nowhere.vta")


if __name__ == "__main__":
    unittest.main()
