#!/usr/bin/env python3
"""Checks a certificate of `vta design` (docs/certified_fronts.md), with Python 3 alone.

usage: scripts/check_certificate.py CERTIFICATE.json

Recomputed here, from the certificate's own tables and the specification in it:
  - the points of the space: keys of each, which are legal, that every legal one is in exactly one box
  - DSP blocks of each point, the area that is compared, and the values of all cycles
  - bounds of any schedule, and of any tiles, from steps and bytes of the kernels
  - that each box is excluded by its witness, and that the front is that of the witnesses
Taken as they are: LUT, FF, block RAM and paths of the area model, steps and bytes of the kernels (but
for how they must change with the blocks), cycles of witnesses, and bounds of the schedule, which need
the compiler: `vta design SPEC --recheck CERTIFICATE` makes those anew.
Exit status: 0 when the certificate holds, 1 with the first thing that does not, 2 for a wrong command
line or a file that is no certificate.
"""
import json
import sys

ANY_SCHEDULE, TILES, SCHEDULE, EXACT = range(4)
AREAS = ("zynq7020_share", "lut_180dsp", "lut")
TIMES = ("cycles_per_image", "estimated_ms_per_image")
ZYNQ_7020 = {"lut": 53200, "ff": 106400, "dsp": 220, "bram18": 280}
MEMORY_WORDS = {"read": "MEM_READ_LATENCY", "write": "MEM_WRITE_LATENCY", "gap": "MEM_GAP",
                "outstanding": "MEM_MAX_OUTSTANDING", "burst": "MEM_BURST_BEATS"}
DEFAULTS = {"CMD_QUEUE_DEPTH": 512, "ACC_READ_PORTS": 2, "GEMM_PIPELINE": 3, "LOG_UOP_WIDTH": 5,
            "PRODUCTS_PER_MULTIPLIER": 1, "ACC_OVERLAP": 0, "ISA_EXT": 0, "AXI": 4,
            "MEM_READ_LATENCY": 40, "MEM_WRITE_LATENCY": 8, "MEM_GAP": 1,
            "MEM_MAX_OUTSTANDING": 16, "MEM_BURST_BEATS": 16}


class Wrong(Exception):
    """What does not hold."""


def need(holds, text, *values):
    if not holds:
        raise Wrong(text.format(*values))


def ceil_div(a, b):
    return -(-a // b)


# ---- the space --------------------------------------------------------------------------------

def both_blocks(keys):
    """LOG_BLOCK stands for both."""
    if "LOG_BLOCK" in keys:
        keys["LOG_BLOCK_IN"] = keys["LOG_BLOCK_OUT"] = keys.pop("LOG_BLOCK")
    return keys


def axis_values(name, given):
    """What each value of an axis sets, as dictionaries of keys."""
    if name == "memory":
        values = []
        for text in given:
            words = dict((word + "=").split("=")[:2] for word in text.split(","))
            need(set(words) <= set(MEMORY_WORDS), "memory '{}': no preset is known here", text)
            values.append({MEMORY_WORDS[w]: int(v) for w, v in words.items()})
        return values
    if isinstance(given, dict):
        given = list(range(given["from"], given["to"] + 1, given.get("step", 1)))
    return [both_blocks(dict(v) if isinstance(v, dict) else {name: v}) for v in given]


class Space:
    def __init__(self, certificate):
        spec = json.loads(certificate["specification"]["text"])
        unknown = set(spec) - {"networks", "base", "axes", "images", "objectives", "sampling",
                               "schedules", "constraints", "goal"}
        need(not unknown, "the specification has {}, which this checker does not know", unknown)
        need(len(spec["networks"]) == 1, "the specification has several networks")
        self.base = {**DEFAULTS, **both_blocks({k: v for k, v in certificate["base"].items()
                                                if isinstance(v, int)})}
        self.axes = [axis_values(n, g) for n, g in spec.get("axes", {}).items()]
        images = spec.get("images", "batch")
        self.images = [None] if images == "batch" else images if isinstance(images, list) else [images]
        self.constraints = "constraints" in spec
        self.size = len(self.images)
        for axis in self.axes:
            self.size *= len(axis)
        need(self.size == certificate["points"], "the axes make {} points, the certificate says {}",
             self.size, certificate["points"])

    def point(self, index):
        """Keys and images; the last digit changes fastest."""
        index, digit = divmod(index, len(self.images))
        images, keys = self.images[digit], dict(self.base)
        for axis in reversed(self.axes):
            index, digit = divmod(index, len(axis))
            keys.update(axis[digit])
        return keys, images or 1 << keys["LOG_BATCH"]


def depths(k):
    """log2 of bytes of an element, and of elements, of each scratchpad."""
    b, i, o = k["LOG_BATCH"], k["LOG_BLOCK_IN"], k["LOG_BLOCK_OUT"]
    element = {"UOP": k["LOG_UOP_WIDTH"] - 3, "INP": b + i, "WGT": i + o, "ACC": b + o + 2}
    return element, {m: k["LOG_%s_BUFF_SIZE" % m] - e for m, e in element.items()}


def bits_used(widths):
    """Fields one behind the other; one that would straddle bit 64 begins there."""
    end = 0
    for width in widths:
        end = 64 + width if end < 64 < end + width else end + width
    return end


def broken_rules(k):
    """Rules of a configuration that it breaks (config/README.md)."""
    element, d = depths(k)
    bus = 1 << (k["LOG_BUS_WIDTH"] - 3)
    rules = set()
    for m in d:
        if not 1 <= d[m] <= 16:
            rules.add("depth-" + m.lower())
        elif 1 << (element[m] + d[m]) < bus:
            rules.add("bus-" + m.lower())
    u, i, w, a = d["UOP"], d["INP"], d["WGT"], d["ACC"]
    head = [3, 1, 1, 1, 1, 1, u, u + 1, 14, 14, a, a]
    if bits_used(head + [i, i, w, w]) > 128:
        rules.add("width-gemm")
    if bits_used(head + [a, a, 3, 1, 16]) > 128:
        rules.add("width-alu")
    if a + max(a, i) + w > 1 << k["LOG_UOP_WIDTH"]:
        rules.add("width-uop")
    burst = k["MEM_BURST_BEATS"]
    if burst & (burst - 1):
        rules.add("burst-power")
    if burst * bus > 4096:
        rules.add("burst-bytes")
    if k["AXI"] == 3 and burst > 16:
        rules.add("burst-axi3")
    return rules


# ---- area and value ---------------------------------------------------------------------------

def dsp_blocks(k):
    batch, block_in, block_out = (1 << k[n] for n in ("LOG_BATCH", "LOG_BLOCK_IN", "LOG_BLOCK_OUT"))
    products = batch * block_in * ceil_div(block_out, k["PRODUCTS_PER_MULTIPLIER"])
    pipes = 2 if k["ACC_OVERLAP"] else 1
    addresses = 12 + 4 * (pipes - 1)  # of pads, runs and static checks; of the look with two pipes
    return products + 3 * pipes * batch * block_out + addresses


def area_of(certificate, row):
    lut, ff, dsp, bram18, _ = row
    if certificate["area"] == "lut":
        return float(lut)
    if certificate["area"] == "lut_180dsp":
        return float(lut) + 180.0 * float(dsp)
    device = ZYNQ_7020
    return max(lut / device["lut"], ff / device["ff"], dsp / device["dsp"],
               bram18 / device["bram18"])


def value_of(certificate, row, images, cycles):
    value = float(cycles) / float(images)
    period = float(row[4]) * 1.5 / 1000
    return value if certificate["time"] == "cycles_per_image" else value * period / 1e6


# ---- the bound of any schedule (docs/timing.md, "The bound") ----------------------------------

def port(n, bus, burst, gap):
    if n <= 0:
        return 0
    beats = ceil_div(n, bus)
    return beats + gap * ((beats - 1) // burst)


def launch_bound(kernels, k, column):
    """`column`: 3, every byte once; 5, those that tiles load."""
    element, d = depths(k)
    bus, burst, gap = 1 << (k["LOG_BUS_WIDTH"] - 3), k["MEM_BURST_BEATS"], k["MEM_GAP"]
    pad = {m: 1 << (element[m] + d[m]) for m in d}
    ahead = pad["INP"] + pad["WGT"]
    left = 1 << (d["ACC"] + k["LOG_BATCH"] + k["LOG_BLOCK_OUT"])
    overlap = k["ACC_OVERLAP"] != 0
    vector = 2 if k["ACC_READ_PORTS"] == 1 else 1
    each, period = bus * burst, burst + gap

    end = moved = fetched = 0      # E, bytes, bytes of instructions
    best = None                    # of all windows, in parts of a cycle (each to one)
    beats = bursts = gemm = alu = both = 0

    def last(ahead_of, stay, n):
        edge = port(moved + n - stay, bus, burst, gap)
        if ahead_of is None:
            return edge
        return max(edge, ceil_div(ahead_of + (moved - stay) * period, each) - gap)

    for number, row in enumerate(kernels):
        steps, imm, vec, multiplies, size = row[0], row[1], row[2], row[4], row[column]
        of_alu = imm + vec * vector
        compute = steps + of_alu
        if overlap:
            compute = max(steps if multiplies else 0, of_alu, ceil_div(compute, 2))
        gemm += steps if multiplies else 0
        alu += of_alu
        both += steps + of_alu
        if number:
            window = end * each - (moved + ahead) * period
            best = window if best is None else max(best, window)
        moved += size
        end = max(end + compute, last(best, left, fetched))
        n = ceil_div(size, bus)
        beats, bursts = beats + n, bursts + ceil_div(n, burst)
        pipes = (steps > 0) + (of_alu > 0)
        fetched += 16 * ((pipes if multiplies else min(pipes, 1)) +
                         ceil_div(size, max(pad["INP"], pad["WGT"], pad["ACC"])))
    if kernels:
        n = ceil_div(fetched + 16, bus)
        beats, bursts = beats + n, bursts + ceil_div(n, min(burst, 256 // bus))
    whole = beats + gap * max(0, bursts - 1)
    if overlap:
        return max(whole, gemm, alu, ceil_div(both, 2))
    return max(whole, both, max(end, last(best, 0, 0)))


# ---- the proof ---------------------------------------------------------------------------------

class Checker:
    def __init__(self, certificate):
        self.c = certificate
        need(certificate.get("format") == 1, "format {}: this checker knows 1",
             certificate.get("format"))
        need(certificate["area"] in AREAS, "area '{}' is none of {}", certificate["area"], AREAS)
        need(certificate["time"] in TIMES, "time '{}' is none of {}", certificate["time"], TIMES)
        need(certificate["schedule"] == "fast", "schedule '{}'", certificate["schedule"])
        need(certificate["device"] == ZYNQ_7020, "the device is {}", certificate["device"])
        epsilon = certificate["epsilon"]
        need(0 <= epsilon <= 1, "epsilon is {}", epsilon)
        self.factor = 1 + epsilon
        self.space = Space(certificate)
        self.box_of = [None] * self.space.size   # by index
        self.any = {}                            # bounds that were computed
        self.counts = [0] * 4

    def cover(self):
        """Every point is in one box, or excluded for a reason that holds."""
        for number, box in enumerate(self.c["boxes"]):
            need(0 <= box[0] <= box[1] < self.space.size, "box {} is {} to {}", number, *box[:2])
            for index in range(box[0], box[1] + 1):
                need(self.box_of[index] is None, "point {} is in two boxes", index)
                self.box_of[index] = number
        excluded = [False] * self.space.size
        for first, last, kind, rule in self.c["excluded"]:
            for index in range(first, last + 1):
                need(self.box_of[index] is None and not excluded[index],
                     "point {} is excluded and in a box, or excluded twice", index)
                excluded[index] = True
                if kind == "illegal":
                    broken = broken_rules(self.space.point(index)[0])
                    need(broken & set(rule.split("+")), "point {} breaks none of {}", index, rule)
                else:
                    need(kind == "uncompilable" or self.space.constraints, "point {} is {}, the "
                         "specification has no constraints", index, kind)
        for index in range(self.space.size):
            need(self.box_of[index] is not None or excluded[index],
                 "point {} is in no box and not excluded", index)

    def any_schedule(self, keys, table, column):
        memo = (table, column) + tuple(keys[n] for n in sorted(keys))
        if memo not in self.any:
            self.any[memo] = sum(launch_bound(l, keys, column) for l in self.c["kernels"][table])
        return self.any[memo]

    def points(self):
        """Areas and bounds of all points; one circuit has one area, and one table of kernels."""
        circuits = {}
        for index, number in enumerate(self.box_of):
            if number is None:
                continue
            first, last, area, table, level, cycles, _ = self.c["boxes"][number]
            keys, images = self.space.point(index)
            need(not broken_rules(keys), "point {} is in box {} and breaks {}", index, number,
                 broken_rules(keys))
            row = self.c["areas"][area]
            need(keys["ISA_EXT"] != 0 or row[2] == dsp_blocks(keys), "point {} has {} DSP blocks, box {} says {}", index,
                 dsp_blocks(keys), number, row[2])
            circuit = tuple((n, v) for n, v in sorted(keys.items()) if not n.startswith("MEM_"))
            known = circuits.setdefault((circuit, images), (row, table))
            need(known == (row, table), "point {} has another area or other kernels than one with "
                 "the same circuit", index)
            least = self.any_schedule(keys, table, 5 if level == TILES else 3)
            need(cycles > 0, "box {} says {} cycles", number, cycles)
            need(level > TILES or cycles <= least,
                 "box {} says that no schedule takes less than {} cycles, of point {} it is {}",
                 number, cycles, index, least)
            need(level != EXACT or (first == last and cycles >= least), "box {}: {} cycles are "
                 "below the bound of any schedule, {}", number, cycles, least)
            self.counts[level] += 1
        return circuits

    def kernels(self, circuits):
        """A block half as large takes as many steps at least, and twice as many at most. Where the
        host gathers other windows there are other kernels, which are not compared."""
        for (circuit, images), (_, table) in circuits.items():
            for key in ("LOG_BLOCK_IN", "LOG_BLOCK_OUT"):
                wide = tuple((n, v + 1 if n == key else v) for n, v in circuit)
                if (wide, images) not in circuits:
                    continue
                pair = [self.c["kernels"][t] for t in (table, circuits[wide, images][1])]
                if [len(l) for l in pair[0]] != [len(l) for l in pair[1]]:
                    continue
                for a, b in zip(sum(pair[0], []), sum(pair[1], [])):
                    need(a[3] <= a[5] and a[4] == b[4] and all(y <= x <= 2 * y for x, y in zip(a[:3], b[:3])),
                         "steps {} do not agree with steps {} where {} is twice as large", a, b, key)

    def measured(self, index, cycles):
        box = self.c["boxes"][self.box_of[index]]
        row, images = self.c["areas"][box[2]], self.space.point(index)[1]
        return area_of(self.c, row), value_of(self.c, row, images, cycles)

    def exclude(self):
        exact = {}
        for index, cycles, _ in self.c["witnesses"]:
            need(0 <= index < self.space.size and self.box_of[index] is not None,
                 "witness {} is no legal point", index)
            box = self.c["boxes"][self.box_of[index]]
            need(box[4] == EXACT and box[5] == cycles and index not in exact,
                 "witness {} has {} cycles, its box {}", index, cycles, box)
            exact[index] = self.measured(index, cycles)
        need(len(exact) == self.counts[EXACT], "{} points are exact, there are {} witnesses",
             self.counts[EXACT], len(exact))
        for number, (first, last, _, _, level, cycles, witness) in enumerate(self.c["boxes"]):
            if level == EXACT:
                continue
            need(level in (ANY_SCHEDULE, TILES, SCHEDULE), "box {} has level {}", number, level)
            need(witness in exact, "box {} has witness {}, which was not simulated", number, witness)
            area, value = exact[witness]
            for index in range(first, last + 1):
                of, bound = self.measured(index, cycles)
                need(area <= of, "box {}: witness {} has area {}, point {} has {}", number, witness,
                     area, index, of)
                need(value <= self.factor * bound, "box {}: witness {} takes {}, more than {} times "
                     "the bound {} of point {}", number, witness, value, self.factor, bound, index)
                need(self.factor > 1 or area < of or value < bound,
                     "box {}: witness {} and point {} may be equal", number, witness, index)
        return exact

    def front(self, exact):
        best = sorted(i for i, (a, v) in exact.items()
                      if not any((oa <= a and ov < v) or (oa < a and ov <= v)
                                 for oa, ov in exact.values()))
        listed = self.c["front"]
        need(sorted(p["index"] for p in listed) == best, "the front is {}, the certificate says {}",
             best, sorted(p["index"] for p in listed))
        for p in listed:
            need((p["area"], p["value"]) == exact[p["index"]],
                 "point {} of the front has area and value {}", p["index"], exact[p["index"]])
        return best

    def claim(self):
        text, legal = self.c["claim"], sum(self.counts)
        for part in ("each of the %d legal " % legal, "%d of them were simulated" % len(
                self.c["witnesses"]), self.c["specification"]["hash"]):
            need(part in text, "the claim does not say '{}'", part)
        need("optimal" not in text.lower(), "the claim says optimal")

    def run(self):
        self.cover()
        self.kernels(self.points())
        best = self.front(self.exclude())
        self.claim()
        return best


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        helps = sys.argv[1:] in (["--help"], ["-h"])
        print(__doc__.strip(), file=sys.stdout if helps else sys.stderr)
        return 0 if helps else 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            certificate = json.load(file)
        checker = Checker(certificate)
        best = checker.run()
    except Wrong as wrong:
        print("refused: %s" % wrong)
        return 1
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print("check_certificate: %s is no certificate that this checker can read: %s: %s" %
              (sys.argv[1], type(error).__name__, error), file=sys.stderr)
        return 2
    any_schedule, tiles, schedule, exact = checker.counts
    print("holds: %d points on the front, within %g %%; of %d legal points %d were simulated; excluded "
          "by bounds of any schedule %d, of any tiles %d, of their schedule, not recomputed here, %d" %
          (len(best), 100 * certificate["epsilon"], sum(checker.counts), exact, any_schedule, tiles,
           schedule))
    return 0


if __name__ == "__main__":
    sys.exit(main())
