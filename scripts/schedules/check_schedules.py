#!/usr/bin/env python3
"""scripts/check_schedules.sh [--networks L] [--configs L] [--memories L] [--schedule S] [--goals FILE] [--before FILE]
                           [--json FILE] [--markdown FILE] [--jobs N]

Runs networks of `vta model --list` on configurations of `vta config list` for their cycles (csim, timing only), and prints
of each point its cycles, the sum of its kernels' rooflines and the bound that no schedule beats (docs/timing.md), and what
percent of the cycles both are. Then the median, and how far cycles are above their bound. Points that miss a goal of
scripts/schedules/goals.txt, or take more than 0.1 % more cycles than before, are named at the end.

  --networks L   with commas, `*` stands for any letters; all 13 unless given
  --configs L    all eleven unless given
  --memories L   with semicolons; ideal8;ddr,bus=16 unless given
  --schedule S   fast unless given; a name or a file, as --schedule of vta
  --goals FILE   other goals; none: only the table
  --before FILE  cycles to compare with, what --json wrote; scripts/schedules/before.json unless given; none: no comparison
  --json FILE    the points as JSON
  --markdown F   the table as a page
  --jobs N       points at a time, 1 unless given

Progress is on stderr. Exit status: 0 all goals are met, 1 one is not, 2 wrong options.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MEMORIES = 'ideal8;ddr,bus=16'
MOST_SLOWER = 0.1  # percent, than before


class CommandError(Exception):
    pass


def vta(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise CommandError(f'vta {" ".join(words)}: {done.stderr.strip()}')
    return done.stdout


def first_words(text):
    return [line.split()[0] for line in text.splitlines() if line.strip()]


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, p) for p in patterns.split(','))


def chosen(names, patterns, option):
    for pattern in patterns.split(','):
        if not any(fnmatch.fnmatchcase(name, pattern) for name in names):
            raise CommandError(f"{option}: nothing is called '{pattern}', legal are {', '.join(names)}")
    return [name for name in names if matches(name, patterns)]


# ---- goals ---------------------------------------------------------------------------------------

def read_goals(path):
    """(kind, networks, configurations, memories, number) of each line."""
    goals = []
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        words = line.split()
        if not words or line.startswith('#'):
            continue
        try:
            kind, networks, configs, memories, goal = words
            goals.append((kind, networks, configs, memories, float(goal)))
        except ValueError:
            raise CommandError(f"{path}:{number}: '{line}' is not KIND NETWORKS CONFIGURATIONS MEMORIES NUMBER") from None
        if kind not in ('percent', 'cycles', 'median'):
            raise CommandError(f"{path}:{number}: '{kind}' is no goal, legal are percent, cycles and median")
    return goals


def is_for(goal, point):
    _, networks, configs, memories, _ = goal
    # Memories have commas of their own.
    return (matches(point['network'], networks) and matches(point['config'], configs)
            and fnmatch.fnmatchcase(point['memory'], memories))


def percent_goal(goals, point):
    return next((g[4] for g in goals if g[0] == 'percent' and is_for(g, point)), None)


def name_of(point):
    return f"{point['network']} on {point['config']} at {point['memory']}"


def misses_of(goals, points, whole):
    for p in points:
        wanted = percent_goal(goals, p)
        if wanted is not None and p['percent'] < wanted:
            yield f"{name_of(p)}: {p['percent']:.2f} % of its cycles are the sum of rooflines, the goal is {wanted:g} %"
        for goal in goals:
            if goal[0] == 'cycles' and is_for(goal, p) and p['cycles'] > goal[4]:
                yield f"{name_of(p)}: {p['cycles']} cycles, the goal is {goal[4]:.0f}"
        if p['cycles'] < p['bound']:
            yield f"{name_of(p)}: {p['cycles']} cycles are below the bound, {p['bound']}"
        if p.get('before') and p['cycles'] > p['before'] * (1 + MOST_SLOWER / 100):
            yield f"{name_of(p)}: {p['cycles']} cycles, {change_of(p):+.2f} % against {p['before']} before"
    median = statistics.median(p['percent'] for p in points)
    for goal in goals:
        if goal[0] == 'median' and whole and median < goal[4]:
            yield f'the median is {median:.2f} %, the goal is {goal[4]:g} %'


# ---- points --------------------------------------------------------------------------------------

def run_point(program, model, network, config, memory, schedule):
    words = ['run', str(model), '--backend', 'csim', '--timing-only', '--config', config, '--memory', memory,
             '--schedule', schedule, '--json']
    timing = json.loads(vta(program, *words))['timing']
    cycles, rooflines, bound = timing['cycles'], timing['roofline_cycles'], timing['least_cycles']
    return {'network': network, 'config': config, 'memory': memory, 'cycles': cycles, 'rooflines': rooflines,
            'bound': bound, 'percent': 100 * rooflines / cycles, 'above': cycles / bound}


class Progress:
    def __init__(self, count):
        self.count, self.done, self.start = count, 0, time.monotonic()

    def tell(self, point):
        self.done += 1
        left = (time.monotonic() - self.start) / self.done * (self.count - self.done)
        print(f'{self.done} of {self.count}: {name_of(point)}, about {left / 60:.1f} minutes left', file=sys.stderr)


def run_points(options, networks, configs, memories):
    progress = Progress(len(networks) * len(configs) * len(memories))
    points = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        for network in networks:
            model = pathlib.Path(folder) / f'{network}.onnx'
            vta(options.vta, 'model', network, '-o', str(model))
            tasks = [workers.submit(run_point, options.vta, model, network, config, memory, options.schedule)
                     for config in configs for memory in memories]
            for task in tasks:
                point = task.result()
                points.append(point)
                progress.tell(point)
            model.unlink()
    return points


def add_before(points, path):
    before = {(p['network'], p['config'], p['memory']): p['cycles'] for p in json.loads(pathlib.Path(path).read_text())}
    for p in points:
        p['before'] = before.get((p['network'], p['config'], p['memory']))


# ---- tables --------------------------------------------------------------------------------------

def change_of(p):
    return 100 * (p['cycles'] / p['before'] - 1)


HEADS = ('network', 'configuration', 'memory', 'before', 'cycles', 'change', 'rooflines', '% of cycles', 'bound', 'cycles/bound')


def cells_of(p):
    return (p['network'], p['config'], p['memory'], str(p.get('before') or '-'), str(p['cycles']),
            f'{change_of(p):+.2f} %' if p.get('before') else '-', str(p['rooflines']),
            f"{p['percent']:.2f}", str(p['bound']), f"{p['above']:.3f}")


def text_table(points):
    rows = [HEADS, *map(cells_of, points)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    for row in rows:
        yield '  '.join(cell.ljust(w) if i < 3 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))).rstrip()


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def summary(points):
    def spread(values):
        return f'median {statistics.median(values):.3f}, 90 % {quantile(values, 0.9):.3f}, most {max(values):.3f}'
    yield f'{len(points)} points'
    yield f"cycles / bound: {spread([p['above'] for p in points])}"
    yield f"cycles / sum of rooflines: {spread([p['cycles'] / p['rooflines'] for p in points])}"
    percents = [p['percent'] for p in points]
    yield f'percent of the sum of rooflines: median {statistics.median(percents):.2f}, least {min(percents):.2f}'
    beaten = sum(1 for p in points if p['cycles'] < p['rooflines'])
    yield f'below the sum of rooflines: {beaten}'


def page(points, misses):
    yield '# Cycles of networks, their rooflines and their bounds'
    yield ''
    yield 'Made by `scripts/check_schedules.sh --markdown docs/schedule_points.md`. [timing.md](timing.md) says what the columns are:'
    yield 'the sum of rooflines can be beaten, the bound cannot. *before* are the cycles of the file'
    yield '[before.json](../scripts/schedules/before.json).'
    yield ''
    for line in summary(points):
        yield f'- {line}'
    yield ''
    yield '| ' + ' | '.join(HEADS) + ' |'
    yield '|' + '---|' * 3 + '---:|' * (len(HEADS) - 3)
    for p in points:
        yield '| ' + ' | '.join(cells_of(p)) + ' |'
    yield ''
    yield f'Goals ([goals.txt](../scripts/schedules/goals.txt)) that are missed: {len(misses) or "none"}.'
    if misses:
        yield ''
    for miss in misses:
        yield f'- {miss}'


# ---- command line --------------------------------------------------------------------------------

def options_of():
    parser = argparse.ArgumentParser(prog='check_schedules', usage='check_schedules.sh [OPTIONS], see --help', add_help=False, allow_abbrev=False)
    parser.add_argument('--vta', required=True)
    for option, default in (('networks', '*'), ('configs', '*'), ('memories', MEMORIES), ('schedule', 'fast'),
                            ('goals', str(HERE / 'goals.txt')), ('before', str(HERE / 'before.json')), ('json', ''),
                            ('markdown', '')):
        parser.add_argument(f'--{option}', default=default)
    parser.add_argument('--jobs', type=int, default=1, choices=range(1, 257), metavar='1..256')
    return parser.parse_args()


def main():
    options = options_of()
    all_networks = first_words(vta(options.vta, 'model', '--list'))
    all_configs = first_words(vta(options.vta, 'config', 'list'))
    networks = chosen(all_networks, options.networks, '--networks')
    configs = chosen(all_configs, options.configs, '--configs')
    memories = options.memories.split(';')
    goals = [] if options.goals == 'none' else read_goals(options.goals)
    points = run_points(options, networks, configs, memories)
    if options.before != 'none':
        add_before(points, options.before)
    whole = len(points) == len(all_networks) * len(all_configs) * len(MEMORIES.split(';'))
    misses = list(misses_of(goals, points, whole))
    print('\n'.join(text_table(points)))
    print('\n'.join(summary(points)))
    if options.json:
        pathlib.Path(options.json).write_text('[\n' + ',\n'.join(json.dumps(p) for p in points) + '\n]\n')
    if options.markdown:
        pathlib.Path(options.markdown).write_text('\n'.join(page(points, misses)) + '\n')
    for miss in misses:
        print(f'missed: {miss}')
    if goals:
        print(f'{len(misses)} goals are missed' if misses else 'all goals are met')
    return 1 if misses else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (CommandError, OSError, json.JSONDecodeError) as e:
        print(f'check_schedules: {e}', file=sys.stderr)
        sys.exit(2)
