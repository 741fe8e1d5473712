#!/usr/bin/env python3
"""Puts one fault at a time into a certificate: the checker must accept it as it is, and refuse each.

usage: certificate_faults.py CHECKER CERTIFICATE.json
"""
import copy
import json
import subprocess
import sys
import tempfile


def boxes_of(c, level):
    return [b for b in c["boxes"] if b[4] == level]


def bounded(c):
    """Boxes of points that were not simulated."""
    return [b for b in c["boxes"] if b[4] != 3]


def box_of(c, index):
    return next(b for b in c["boxes"] if b[0] <= index <= b[1])


def box_left_out(c):
    c["boxes"].remove(bounded(c)[0])


def boxes_overlap(c):
    c["boxes"].append(list(bounded(c)[0]))


def box_too_short(c):
    wide = [b for b in c["boxes"] if b[1] > b[0]]
    wide[0][1] -= 1


def point_declared_illegal(c):
    box = bounded(c)[0]
    c["boxes"].remove(box)
    c["excluded"].append([box[0], box[1], "illegal", "width-uop"])


def point_declared_against_a_budget(c):
    box = bounded(c)[0]
    c["boxes"].remove(box)
    c["excluded"].append([box[0], box[1], "constraint", "max_macs"])


def illegal_point_in_a_box(c):
    first, last = c["excluded"][0][:2]
    c["excluded"].pop(0)
    c["boxes"].append([first, last] + bounded(c)[0][2:])


def witness_too_good(c):
    index, cycles, _ = c["witnesses"][0]
    c["witnesses"][0][1] = cycles // 8
    box_of(c, index)[5] = cycles // 8


def witness_unlike_its_box(c):
    c["witnesses"][0][1] -= 1


def witness_left_out(c):
    c["witnesses"].pop(0)


def witness_twice(c):
    c["witnesses"].append(list(c["witnesses"][0]))


def witness_not_simulated(c):
    bounded(c)[0][6] = bounded(c)[0][0]


def witness_too_large(c):
    areas = c["areas"]
    largest = max(c["witnesses"], key=lambda w: areas[box_of(c, w[0])[2]][0])[0]
    least = min(bounded(c), key=lambda b: areas[b[2]][0])
    least[6] = largest


def area_too_small(c):
    c["areas"][box_of(c, c["front"][-1]["index"])[2]][0] //= 4
    c["areas"][box_of(c, c["front"][-1]["index"])[2]][2] //= 4


def areas_exchanged(c):
    a, b = (box_of(c, c["front"][i]["index"]) for i in (0, -1))
    a[2], b[2] = b[2], a[2]


def dsp_too_few(c):
    c["areas"][0][2] -= 1


def bound_of_any_schedule_too_high(c):
    boxes_of(c, 0)[0][5] = boxes_of(c, 0)[0][5] * 3


def bound_of_the_schedule_as_one_of_any(c):
    bounded(c)[0][4] = 0
    bounded(c)[0][5] += 10**6
    box = max(bounded(c), key=lambda b: b[5])
    box[4], box[5] = 0, box[5] * 2


def bound_too_low_to_exclude(c):
    bounded(c)[0][5] //= 4


def bound_of_nothing(c):
    bounded(c)[0][5] = -1


def layer_of_another_network(c):
    c["kernels"][0][0][0][0] *= 3


def bytes_of_another_layer(c):
    box = boxes_of(c, 0)[0] if boxes_of(c, 0) else c["boxes"][0]
    for launch in c["kernels"][box[3]]:
        for kernel in launch:
            kernel[3] //= 100
            kernel[0] //= 100


def epsilon_too_small(c):
    c["epsilon"] = 0 if c["epsilon"] else -0.01


def epsilon_negative(c):
    c["epsilon"] = -0.5


def front_without_a_point(c):
    c["front"].pop()


def front_with_another_point(c):
    dull = bounded(c)[0]
    c["front"].append({"index": dull[0], "area": 0.0, "value": 1.0, "cycles": 1})


def front_with_another_value(c):
    c["front"][0]["value"] *= 0.99


def front_with_another_area(c):
    c["front"][0]["area"] *= 0.99


def another_device(c):
    if c["area"] == "zynq7020_share":
        c["device"]["lut"] *= 2
    else:
        c["area"] = "zynq7020_share"


def another_specification(c):
    c["specification"]["text"] = c["specification"]["text"].replace('"LOG_BATCH": [0, 1]',
                                                                    '"LOG_BATCH": [0]')


def larger_specification(c):
    c["specification"]["text"] = c["specification"]["text"].replace('"LOG_BATCH": [0, 1]',
                                                                    '"LOG_BATCH": [0, 1, 2]')


def claim_of_more_points(c):
    c["claim"] = c["claim"].replace("For each of the ", "For each of the 1")


def claim_of_the_optimum(c):
    c["claim"] += " So these are optimal."


FAULTS = [box_left_out, boxes_overlap, box_too_short, point_declared_illegal,
          point_declared_against_a_budget, illegal_point_in_a_box, witness_too_good,
          witness_unlike_its_box, witness_left_out, witness_twice, witness_not_simulated,
          witness_too_large, area_too_small, areas_exchanged, dsp_too_few,
          bound_of_any_schedule_too_high, bound_of_the_schedule_as_one_of_any,
          bound_too_low_to_exclude, bound_of_nothing, layer_of_another_network,
          bytes_of_another_layer, epsilon_too_small, epsilon_negative, front_without_a_point,
          front_with_another_point, front_with_another_value, front_with_another_area,
          another_device, another_specification, larger_specification, claim_of_more_points,
          claim_of_the_optimum]


def status(checker, certificate):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(certificate, file)
        file.flush()
        run = subprocess.run([sys.executable, checker, file.name], capture_output=True, text=True,
                             check=False)
    return run.returncode, run.stdout.strip() + run.stderr.strip()


def main():
    checker, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    code, text = status(checker, certificate)
    if code != 0:
        print("the certificate as it is: %d %s" % (code, text))
        return 1
    accepted = 0
    for fault in FAULTS:
        faulty = copy.deepcopy(certificate)
        fault(faulty)
        code, text = status(checker, faulty)
        if code != 1:
            accepted += 1
            print("%s: not refused: %d %s" % (fault.__name__, code, text))
    print("%d of %d faults refused" % (len(FAULTS) - accepted, len(FAULTS)))
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
