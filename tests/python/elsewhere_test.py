"""A device of another machine from Python: its module goes by what the program has in force."""

import json
import signal
import subprocess
import unittest

import numpy as np
import vta
from digits import MODEL, images
from vta._program import _program


class Alarm(Exception):
    pass


class Run(unittest.TestCase):
    def test_ends_within_a_launch(self):
        def ring(number, frame):
            raise Alarm()

        with subprocess.Popen([_program(), "serve", "--listen", "127.0.0.1:0", "--json"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as server:
            try:
                device = f"grpc://{json.loads(server.stdout.readline())['listening']},backend=csim"
                net = vta.compile(MODEL, batch=1024, device=device, max_cycles=10**12)
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
                small = vta.compile(MODEL, device=device)
                np.testing.assert_array_equal(small.run(images(1)), vta.compile(MODEL).run(images(1)))
            finally:
                server.kill()


if __name__ == "__main__":
    unittest.main()
