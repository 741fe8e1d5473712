#!/usr/bin/env python3
"""compare_speed.py BEFORE AFTER [--rounds N] [--only NAME,...]

Processor time of what people wait for, with two builds of `vta` (the programs): starting, compiling a ResNet-18, a sweep's
points, csim's and fsim's launches. Each round runs both builds one after the other, in turn; what is printed is the median
of the rounds' ratios AFTER / BEFORE with the range of the middle half, and the median times. A ratio needs no quiet machine,
a time does.

  --rounds N  how often (default 11)
  --only L    only these, with commas

Exit status: 0 measured, 1 a command failed, 2 wrong options.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPACE = '''{"networks": [{"name": "digits", "model": "%s", "all_int8": true}], "base": "default",
"axes": {"LOG_BLOCK": {"from": 3, "to": 5}, "LOG_ACC_BUFF_SIZE": [15, 16, 17], "memory": ["ideal8", "ddr,bus=16"]}}'''

# Name and arguments of vta; {d} is the folder that all run in.
SETUP = [
    ['model', 'resnet18_v1', '-o', '{d}/r18.onnx'],
    ['compile', '{d}/r18.onnx', '-o', '{d}/r18.vta'],
]
MEASURED = [
    ('start', ['--version']),
    ('help of a command', ['run', '--help']),
    ('compile', ['compile', '{d}/r18.onnx', '-o', '{d}/out.vta']),
    ('csim', ['run', '{d}/r18.vta', '--backend', 'csim', '--memory', 'ddr,bus=16', '--timing-only']),
    ('fsim', ['run', '{d}/r18.vta', '--input', 'random:1']),
    ('sweep', ['sweep', '{d}/space.json', '--db', '{d}/out.db']),
]


def seconds_of(vta, arguments, folder):
    for name in ('out.db', 'out.vta'):
        pathlib.Path(folder, name).unlink(missing_ok=True)
    command = [vta] + [a.replace('{d}', folder) for a in arguments]
    before = os.times()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, close_fds=False)
    after = os.times()
    if done.returncode != 0:
        sys.exit(f'compare_speed: {" ".join(command)} ended with {done.returncode}: {done.stderr.strip()}')
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('before')
    parser.add_argument('after')
    parser.add_argument('--rounds', type=int, default=11)
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    known = [name for name, _ in MEASURED]
    chosen = options.only.split(',') if options.only else known
    for name in chosen:
        if name not in known:
            parser.error(f"nothing is called '{name}': known are {', '.join(known)}")
    if options.rounds < 1:
        parser.error(f'--rounds is {options.rounds}, legal are 1 and more')
    for program in (options.before, options.after):
        if not os.path.isfile(program) or not os.access(program, os.X_OK):
            parser.error(f"'{program}' is no program")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'space.json').write_text(SPACE % (ROOT / 'tests/data/digits_resnet8.onnx'))
        for arguments in SETUP:
            seconds_of(options.before, arguments, folder)
        print(f'{"":18} {"before":>9} {"after":>9} {"ratio":>6}  middle half')
        for name, arguments in MEASURED:
            if name not in chosen:
                continue
            pairs = []
            for round_ in range(options.rounds + 1):
                order = (0, 1) if round_ % 2 else (1, 0)
                pair = [0.0, 0.0]
                for which in order:
                    # A start takes milliseconds, which the system counts in ticks: many at once.
                    for _ in range(30 if arguments[-1].startswith('--') else 1):
                        pair[which] += seconds_of((options.before, options.after)[which], arguments, folder)
                pairs.append(pair)
            pairs = pairs[1:]  # the first filled caches
            ratios = sorted(after / before for before, after in pairs)
            count = len(ratios)
            print(f'{name:18} {statistics.median(p[0] for p in pairs):8.3f}s {statistics.median(p[1] for p in pairs):8.3f}s '
                  f'{statistics.median(ratios):6.3f}  {ratios[count // 4]:.3f} to {ratios[count - 1 - count // 4]:.3f}', flush=True)


if __name__ == '__main__':
    main()
