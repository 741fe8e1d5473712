"""Ctrl-C ends what takes long; what comes after it is as if it had not been."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import vta
from digits import MODEL, PIXELS, images

HANG = 120  # seconds: what does not end by then does not end

# Minutes of work on any machine.
COMPILE = """
import numpy as np
import vta
from digits import CALIBRATION, MODEL, images
expected = vta.compile(MODEL, device="fsim").run(images(2))
try:
    print("ready", flush=True)
    vta.compile(MODEL, calibration=np.repeat(CALIBRATION, 50, axis=0))
    print("ended by itself", flush=True)
except KeyboardInterrupt:
    again = vta.compile(MODEL, device="fsim").run(images(2))
    print("interrupted", np.array_equal(again, expected), flush=True)
"""

SWEEP = """
import sys
import vta
from digits import MODEL
spec = {"networks": [{"name": "digits", "model": str(MODEL)}],
        "axes": {"LOG_BLOCK": [2, 3, 4, 5], "LOG_INP_BUFF_SIZE": [12, 13, 14, 15, 16],
                 "LOG_WGT_BUFF_SIZE": [14, 15, 16, 17, 18], "LOG_ACC_BUFF_SIZE": [14, 15, 16, 17],
                 "MEM_READ_LATENCY": [10, 20, 40, 80, 160], "MEM_GAP": [0, 1, 2, 4],
                 "LOG_BUS_WIDTH": [6, 7, 8]}}
try:
    print("ready", flush=True)
    vta.sweep(spec, sys.argv[1], jobs=1)
    print("ended by itself", flush=True)
except KeyboardInterrupt:
    print("interrupted", len(vta.read_sweep(sys.argv[1])) > 0, flush=True)
"""

TUNE = """
import os, sys
import vta
from digits import MODEL
try:
    print("ready", flush=True)
    vta.tune(MODEL, sys.argv[1], budget="1h", jobs=1)
    print("ended by itself", flush=True)
except KeyboardInterrupt:
    print("interrupted", os.path.getsize(sys.argv[1]) > 0, flush=True)
"""


def interrupted(code, *arguments):
    """What a program says that is interrupted once its progress is shown."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, os.environ.get("PYTHONPATH", "")])}
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, env=environment,
                          stderr=subprocess.PIPE, text=True) as child:
        try:
            shown = child.stderr.readline()
            child.send_signal(signal.SIGINT)
            said, more = child.communicate(timeout=HANG)
        finally:
            child.kill()
    return shown, said.split("\n"), more


class Compilation(unittest.TestCase):
    def test_ends_and_has_shown_what_it_does(self):
        shown, said, more = interrupted(COMPILE)
        self.assertRegex(shown, r"searching scales \d+/\d+, .* left")
        self.assertEqual(said[:2], ["ready", "interrupted True"], more)

    def test_goes_on_where_a_handler_does_not_raise(self):
        alarms = []
        before = signal.signal(signal.SIGALRM, lambda number, frame: alarms.append(number))
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        try:
            net = vta.compile(MODEL, device="fsim")
            y = net.run(images(3))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        np.testing.assert_array_equal(y, vta.compile(MODEL, device="fsim").run(images(3)))


class Alarm(Exception):
    pass


class Run(unittest.TestCase):
    def test_ends_within_a_launch(self):
        def ring(number, frame):
            raise Alarm()

        net = vta.compile(MODEL, batch=1024, max_cycles=10**12)
        x = np.resize(images(64), (1024, 3, 32, 32))
        before = signal.signal(signal.SIGALRM, ring)
        try:
            with self.assertRaises(Alarm):
                signal.setitimer(signal.ITIMER_REAL, 0.3)
                net.run(x)
            self.assertIsNone(net._session.cycles)  # it was not the end of the run that was waited for
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        with self.assertRaises(vta.InputError):
            net.cycles
        small = net.on("csim,timing_only=1")
        small.run()
        self.assertGreater(small.cycles, 0)
        net._max_cycles = 100000
        net._open()
        with self.assertRaises(vta.ResourceError):  # a device that runs, not one that was given up
            net.run(x)


class Eval(unittest.TestCase):
    def test_ends_between_samples(self):
        def ring(number, frame):
            raise Alarm()

        before = signal.signal(signal.SIGALRM, ring)
        try:
            with self.assertRaises(Alarm):
                signal.setitimer(signal.ITIMER_REAL, 0.5)
                vta.eval(MODEL, np.resize(PIXELS, (500_000, *PIXELS.shape[1:])))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(vta.eval(MODEL, PIXELS, limit=2).samples, 2)


class Tune(unittest.TestCase):
    def test_ends_in_order_and_keeps_what_it_found(self):
        with tempfile.TemporaryDirectory() as folder:
            shown, said, more = interrupted(TUNE, str(Path(folder) / "tuning.db"))
            self.assertEqual(said[:2], ["ready", "interrupted True"], more)
            self.assertEqual([p.name for p in Path(folder).iterdir()], ["tuning.db"])


class Sweep(unittest.TestCase):
    def test_ends_in_order(self):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "digits.db"
            shown, said, more = interrupted(SWEEP, str(database))
            self.assertRegex(shown, r"points \d+/\d+")
            self.assertEqual(said[:2], ["ready", "interrupted True"], more)
            self.assertEqual([p.name for p in Path(folder).iterdir()], ["digits.db"])


if __name__ == "__main__":
    unittest.main()
