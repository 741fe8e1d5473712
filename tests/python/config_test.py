"""A configuration as a dictionary is the same as in its file."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import vta
from digits import MODEL

DEFAULT = json.loads((Path(__file__).parents[2] / "config/vta_config.json").read_text())


def config_of(keys, **options):
    return vta.compile(MODEL, config=keys, device="fsim", **options).config


class Dictionary(unittest.TestCase):
    def same_as_the_file(self, keys):
        """Whole dictionaries and parts of one over the default's file: what they are, or why not."""
        whole = {**DEFAULT, **keys}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "c.json"
            path.write_text(json.dumps(whole))
            try:
                expected = config_of(path)
            except vta.ConfigError as error:
                for wrong in (keys, whole):
                    with self.assertRaises(vta.ConfigError) as caught:
                        config_of(wrong)
                    self.assertEqual(str(caught.exception), str(error).replace(str(path), "config"))
                return
        self.assertEqual(config_of(keys), expected)
        self.assertEqual(config_of(whole), expected)

    def test_both_blocks_by_one_key(self):
        net = vta.compile(MODEL, config={"LOG_BLOCK": 5}, device="fsim")
        self.assertEqual((net.config["LOG_BLOCK_IN"], net.config["LOG_BLOCK_OUT"]), (5, 5))
        self.assertIn("1x32", repr(net))

    def test_what_a_key_means(self):
        for keys in ({}, {"LOG_BLOCK": 3}, {"LOG_BLOCK_IN": 5}, {"LOG_BLOCK": 5, "LOG_BLOCK_OUT": 4},
                     {"LOG_BATCH": 1}, {"LOG_BUS_WIDTH": 7, "CLOCK_MHZ": 125.5}, {"MEM_GAP": 0},
                     {"HW_VER": "9", "TARGET": "pynq"}, {"AXI": 3}):
            with self.subTest(keys):
                self.same_as_the_file(keys)

    def test_mistakes(self):
        for keys in ({"LOG_BLOK": 5}, {"LOG_BLOCK": 12}, {"LOG_BLOCK": 5.0}, {"LOG_BLOCK": True},
                     {"LOG_BLOCK": "5"}, {"LOG_BLOCK": None}, {"LOG_BLOCK": [5]}, {"LOG_BLOCK": {"a": 5}},
                     {"HW_VER": 1}, {"LOG_INP_BUFF_SIZE": -1}, {"LOG_INP_BUFF_SIZE": 2**70}):
            with self.subTest(keys):
                self.same_as_the_file(keys)
        for keys, words in (({"LOG_BLOCK": float("nan")}, "config: "), ({"LOG_BLOCK": 1j}, "complex"),
                            ({"LOG_BLOCK": object()}, "JSON does not have")):
            with self.assertRaises(vta.ConfigError) as caught:
                config_of(keys)
            self.assertIn(words, str(caught.exception))

    def test_numbers_of_numpy(self):
        for five in (np.int64(5), np.int8(5), np.uint16(5), np.array(5)):
            self.assertEqual(config_of({"LOG_BLOCK": five})["LOG_BLOCK_IN"], 5)
        for wrong in (np.float32(5), np.bool_(True), np.array([5])):
            with self.assertRaises(vta.ConfigError):
                config_of({"LOG_BLOCK": wrong})

    def test_memory_goes_over_it(self):
        self.assertEqual(config_of({"MEM_GAP": 3}, memory="read=200")["MEM_READ_LATENCY"], 200)

    def test_of_a_program_it_is_over_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "wide.vta"
            vta.compile(MODEL, config="1x32", device="fsim").save(path)
            net = vta.load(path, config={"LOG_BUS_WIDTH": 8})
            self.assertEqual((net.config["LOG_BLOCK_IN"], net.config["LOG_BUS_WIDTH"]), (5, 8))
            with self.assertRaises(vta.ConfigError) as caught:
                vta.load(path, config={"LOG_BLOCK": 4})
            self.assertIn("LOG_BLOCK_IN", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
