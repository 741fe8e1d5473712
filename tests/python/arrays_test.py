"""Arrays of every layout and type of floats: read where they lie or from a copy, which a Note says."""

import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
import vta
from digits import CALIBRATION, MODEL, PIXELS, images, pointer


def notes_of(call):
    """What a call returns, and the texts of its Notes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    assert all(issubclass(w.category, vta.Note) for w in caught), [str(w.message) for w in caught]
    return result, [str(w.message) for w in caught]


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.net = vta.compile(MODEL, device="fsim")
        cls.x = images(1)
        cls.y = cls.net.run(cls.x)

    def test_others_than_float32_row_by_row_are_read_from_a_copy(self):
        wide = np.zeros((1, 3, 64, 64), np.float32)
        wide[:, :, ::2, ::2] = self.x
        last = np.ascontiguousarray(self.x.transpose(0, 2, 3, 1))
        for array, words in (
                (self.x.astype(np.float64), "elements are float64"),
                (self.x.astype(np.longdouble), "elements are"),
                (self.x.astype(">f4"), "elements are >f4"),
                (np.asfortranarray(self.x), "row by row"),
                (wide[:, :, ::2, ::2], "row by row"),
                (last.transpose(0, 3, 1, 2), "row by row"),  # channels_last
                (self.x[:, :, ::-1, ::-1][:, :, ::-1, ::-1], None),
                (np.broadcast_to(self.x[:, :1], self.x.shape), "row by row")):
            with self.subTest(words):
                expected = self.net.run(np.ascontiguousarray(array, np.float32))
                y, notes = notes_of(lambda: self.net.run(array))
                np.testing.assert_array_equal(y, expected)
                self.assertEqual(len(notes), 1 if words else 0)
                if words:
                    self.assertIn(words, notes[0])
                    self.assertIn(self.net.inputs[0].name, notes[0])

    def test_floats_of_16_bits_are_widened(self):
        half = self.x.astype(np.float16)
        y, notes = notes_of(lambda: self.net.run(half))
        np.testing.assert_array_equal(y, self.net.run(half.astype(np.float32)))
        self.assertEqual(len(notes), 1)

    def test_a_loop_is_told_once(self):
        array = self.x.astype(np.float64)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            for _ in range(3):
                self.net.run(array)
        self.assertEqual(len(caught), 1)
        self.assertEqual(caught[0].filename, __file__)  # who called it, not the module's own line

    def test_what_lies_well_is_not_copied_and_not_noted(self):
        for array in (self.x, np.ma.masked_array(self.x), self.x.view()):
            y, notes = notes_of(lambda: self.net.run(array))
            self.assertEqual(notes, [])
            self.assertEqual(pointer(self.net._session.input(0)), pointer(self.x))
            np.testing.assert_array_equal(y, self.y)

    def test_nan_is_warned_of(self):
        x = self.x.copy()
        x[0, 0, 0, :3] = np.nan
        _, notes = notes_of(lambda: self.net.run(x))
        self.assertIn("3 of 3,072 elements are NaN", notes[0])
        with self.assertWarnsRegex(vta.Note, "calibration: 3 of 3,072 elements are NaN"):
            with self.assertRaises(vta.InputError):
                vta.compile(MODEL, calibration=x, quant="max", device="fsim")

    def test_lists_are_read(self):
        y, notes = notes_of(lambda: self.net.run(self.x.tolist()))
        np.testing.assert_array_equal(y, self.y)
        self.assertIn("float64", notes[0])

    def test_one_row_may_come_without_its_extent(self):
        y, notes = notes_of(lambda: self.net.run(self.x[0]))
        np.testing.assert_array_equal(y, self.y)
        self.assertEqual(notes, [])

    def test_pixels_are_of_either_layout(self):
        expected = self.net.run(PIXELS[:2])
        first = np.ascontiguousarray(PIXELS[:2].transpose(0, 3, 1, 2))
        np.testing.assert_array_equal(self.net.run(first), expected)
        np.testing.assert_array_equal(self.net.run(PIXELS[0]), expected[:1])
        y, notes = notes_of(lambda: self.net.run(first.transpose(0, 2, 3, 1)))
        np.testing.assert_array_equal(y, expected)
        self.assertEqual(len(notes), 1)


class Calibration(unittest.TestCase):
    def compiled(self, samples):
        return vta.compile(MODEL, calibration=samples, quant="max", device="fsim").run(images(1))

    def test_is_the_same_in_memory_as_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, samples in (("float", images(4)), ("pixels", CALIBRATION[:4])):
                path = Path(folder) / f"{name}.npy"
                np.save(path, samples)
                expected = self.compiled(path)
                np.testing.assert_array_equal(self.compiled(samples), expected)
                named = {vta.compile(MODEL, device="fsim").inputs[0].name: samples}
                np.testing.assert_array_equal(self.compiled(named), expected)

    def test_other_layouts_and_floats_are_read_from_a_copy(self):
        expected = self.compiled(images(4))
        for samples in (images(4).astype(np.float64), np.asfortranarray(images(4)), images(4).astype(">f4")):
            y, notes = notes_of(lambda: self.compiled(samples))
            np.testing.assert_array_equal(y, expected)
            self.assertEqual(len(notes), 1)
            self.assertIn("calibration is read from a copy", notes[0])

    def test_pixels_with_the_channels_first(self):
        first = np.ascontiguousarray(CALIBRATION[:4].transpose(0, 3, 1, 2))
        np.testing.assert_array_equal(self.compiled(first), self.compiled(CALIBRATION[:4]))

    def test_mistakes_name_the_samples(self):
        name = vta.compile(MODEL, device="fsim").inputs[0].name
        for samples, words in (({name: np.zeros((2, 2, 32, 32), np.float32)}, f"'calibration[{name!r}]' holds"),
                               ({"nowhere": images(2)}, "calibration"), ({}, "empty dictionary")):
            with self.assertRaises(vta.Error) as caught:
                self.compiled(samples)
            self.assertIn(words, str(caught.exception))

    def test_nothing_is_written_anywhere(self):
        with mock.patch("tempfile.mkdtemp", side_effect=AssertionError), \
             mock.patch("tempfile.mkstemp", side_effect=AssertionError):
            vta.compile(MODEL, calibration=images(2), quant="max", config={"LOG_BLOCK": 5}, device="fsim")


if __name__ == "__main__":
    unittest.main()
