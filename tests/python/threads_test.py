"""Runs side by side, and the lock of the interpreter while they run."""

import threading
import time
import unittest

import numpy as np
import vta
from digits import CALIBRATION, MODEL, images


class Threads(unittest.TestCase):
    def test_threads_with_a_network_each_answer_the_same(self):
        net = vta.compile(MODEL)
        x = images(8)
        expected = net.run(x)
        answers = {}

        def work(number):
            own = net.on("csim" if number % 2 else "fsim")
            answers[number] = [own.run(x) for _ in range(3)]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(answers), [0, 1, 2, 3])
        for runs in answers.values():
            for answer in runs:
                np.testing.assert_array_equal(answer, expected)

    def test_threads_share_a_network(self):
        net = vta.compile(MODEL, device="fsim")
        x = images(4)
        expected = net.run(x)
        wrong = []

        def work(row):
            for _ in range(10):
                if not np.array_equal(net.run(x[row : row + 1]), expected[row : row + 1]):
                    wrong.append(row)

        threads = [threading.Thread(target=work, args=(row,)) for row in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_python_goes_on_while_a_network_is_compiled(self):
        done = threading.Event()

        def work():
            vta.compile(MODEL, calibration=CALIBRATION[:8], device="fsim")
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        turns = 0
        while not done.is_set():
            turns += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(turns, 10)


if __name__ == "__main__":
    unittest.main()
