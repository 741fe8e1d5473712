#!/usr/bin/env python3
"""compare_builds.py BEFORE AFTER [--commands FILE] [--only NAME,...] [--programs none|NETWORKS|all] [--keep FOLDER]

Runs the commands of scripts/equal/commands.txt with two builds of `vta` (the programs in their build folders), and compares every value
of the JSON and the CSV that they print and write, every tensor, and the instructions, micro-ops and constants of every
program. What may differ (times, versions, identities, texts for people) is in scripts/equal/ignored.txt, names that have
changed in scripts/equal/renamed.txt (`old -> new`, the ends of paths), and what the build before lacks in
scripts/equal/added.txt (`command: pattern of paths`).

  --programs L   also compile these networks of `vta model --list` (with commas; all: each) for every named configuration
                 under both schedules, and compare the programs
  --only N       only the commands of these names, and those that they need: list them all, with commas
  --keep FOLDER  leave what the commands wrote there

Exit status: 0 all is equal, 1 something is not (each difference is a line), 2 wrong options.
"""
import argparse
import csv
import fnmatch
import hashlib
import io
import json
import os
import pathlib
import shlex
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUAL = ROOT / 'scripts' / 'equal'
MOST_SHOWN = 12  # differences of one command


def lines_of(path):
    text = path.read_text() if path.exists() else ''
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith('#')]


IGNORED = lines_of(EQUAL / 'ignored.txt')
RENAMED = dict(line.split(' -> ') for line in lines_of(EQUAL / 'renamed.txt'))


ADDED = [line.split(': ') for line in lines_of(EQUAL / 'added.txt')]


def is_added(command, path):
    return any(fnmatch.fnmatchcase(command, name) and fnmatch.fnmatchcase(path, pattern) for name, pattern in ADDED)


def is_ignored(path):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in IGNORED)


def flat(value, path=''):
    """(path, value) of every number and string."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from flat(member, f'{path}.{key}' if path else key)
        if not value:
            yield path, '{}'
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from flat(member, f'{path}.{index}' if path else str(index))
        yield f'{path}.length' if path else 'length', len(value)
    else:
        yield path, value


def renamed(path):
    for old, new in RENAMED.items():
        if path == old or path.endswith('.' + old):
            return path[: len(path) - len(old)] + new
    return path


def table_of(text):
    """The rows of a CSV file as objects; None if the text is no CSV."""
    rows = list(csv.reader(io.StringIO(text)))
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return None
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def parsed(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return table_of(text)


def sections_of(program):
    """What the header of a .vta says of its sections: name -> (bytes, checksum), without the description."""
    out = {}
    for index in range(5):
        name, _, size, checksum = struct.unpack_from('<16sQQQ', program, 24 + 40 * index)
        out[name.rstrip(b'\0').decode()] = f'{size} bytes, {checksum:016x}'
    del out['description']
    return out


def differences(command, before, after):
    old = {renamed(path): value for path, value in flat(before)}
    new = dict(flat(after))
    for path in sorted(old.keys() | new.keys()):
        if is_ignored(path) or (path in old and path in new and old[path] == new[path]):
            continue
        if path not in old and is_added(command, path):
            continue
        missing = '(not there)'
        yield f'{path}: {old.get(path, missing)} before, {new.get(path, missing)} after'


def content_of(path):
    """A file as values; None: not compared."""
    data = path.read_bytes()
    if path.suffix == '.vta':
        return sections_of(data)
    if path.suffix in ('.json', '.csv'):
        return parsed(data.decode())
    if path.suffix in ('.npy', '.onnx', '.vtp'):
        return {'bytes': len(data), 'sha256': hashlib.sha256(data).hexdigest()}
    return None


def run(program, arguments, folder):
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, errors='replace')
    return done.returncode, done.stdout, done.stderr


def written(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob('*')
            if path.is_file() and not path.is_symlink() and path.relative_to(folder).parts[0] not in ('data', 'config')}


class Report:
    def __init__(self):
        self.bad = self.values = self.programs = 0

    def compare(self, name, before, after):
        self.values += sum(1 for path, _ in flat(before) if not is_ignored(path))
        found = list(differences(name, before, after))
        for line in found[:MOST_SHOWN]:
            print(f'{name}: {line}')
        if len(found) > MOST_SHOWN:
            print(f'{name}: {len(found) - MOST_SHOWN} more')
        self.bad += len(found)


def compare_command(name, arguments, programs, folders, report):
    seen = [written(folder) for folder in folders]
    answers = [run(program, arguments, folder) for program, folder in zip(programs, folders)]
    codes = [answer[0] for answer in answers]
    if codes[0] != codes[1] or codes[0] != 0:
        print(f'{name}: exit status {codes[0]} before, {codes[1]} after: {answers[1][2].strip()[:300]}')
        report.bad += 1
        return
    # What differs only because a command names its own folder is no difference.
    texts = [answer[1].replace(str(folder), 'FOLDER') for answer, folder in zip(answers, folders)]
    values = [parsed(text) for text in texts]
    if values[0] is None:
        values = [{'printed': text} for text in texts]
    report.compare(name, *values)
    made = [written(folder) - old for folder, old in zip(folders, seen)]
    for path in sorted(made[0] ^ made[1]):
        print(f'{name}: file {path} is written by one build alone')
        report.bad += 1
    for path in sorted(made[0] & made[1]):
        contents = [content_of(folder / path) for folder in folders]
        if contents[0] is not None:
            report.compare(f'{name}: {path}', *contents)


def compare_programs(networks, programs, folders, report):
    listed = [name for name in json.loads(run(programs[0], ['model', '--list', '--json'], folders[0])[1])['models']] \
        if networks == 'all' else networks.split(',')
    listed = [name['name'] if isinstance(name, dict) else name for name in listed]
    configurations = [line.split()[0] for line in run(programs[0], ['config', 'list'], folders[0])[1].splitlines()]
    for network in listed:
        for program, folder in zip(programs, folders):
            run(program, ['model', network, '-o', f'{network}.onnx'], folder)
        for configuration in configurations:
            for schedule in ('reference', 'fast'):
                arguments = ['compile', f'{network}.onnx', '--config', configuration, '--schedule', schedule, '-o', 'p.vta']
                compare_command(f'{network} {configuration} {schedule}', arguments, programs, folders, report)
                report.programs += 1
                for folder in folders:
                    (folder / 'p.vta').unlink(missing_ok=True)
        print(f'compare_builds: {network}: {len(configurations)} configurations', file=sys.stderr)


def commands_of(path, only):
    out = []
    for line in lines_of(path):
        name, arguments = (part.strip() for part in line.split('|', 1))
        if not only or name in only:
            out.append((name, shlex.split(arguments)))
    return out


def main():
    options = argparse.ArgumentParser(usage=__doc__, add_help=True)
    options.add_argument('before')
    options.add_argument('after')
    options.add_argument('--commands', type=pathlib.Path, default=EQUAL / 'commands.txt')
    options.add_argument('--only', default='')
    options.add_argument('--programs', default='none')
    options.add_argument('--keep')
    given = options.parse_args()
    programs = [os.path.abspath(given.before), os.path.abspath(given.after)]
    for program in programs:
        if not os.access(program, os.X_OK):
            print(f'compare_builds: {program} is no program', file=sys.stderr)
            return 2
    report = Report()
    with tempfile.TemporaryDirectory() as temporary:
        base = pathlib.Path(given.keep or temporary)
        folders = [base / 'before', base / 'after']
        for folder in folders:
            folder.mkdir(parents=True)
            (folder / 'data').symlink_to(ROOT / 'tests' / 'data')
            (folder / 'config').symlink_to(ROOT / 'config')
        commands = commands_of(given.commands, [name for name in given.only.split(',') if name])
        for name, arguments in commands:
            print(f'compare_builds: {name}', file=sys.stderr)
            compare_command(name, arguments, programs, folders, report)
        if given.programs != 'none':
            compare_programs(given.programs, programs, folders, report)
    print(f'{len(commands)} commands, {report.programs} programs, {report.values} values: {report.bad} differences')
    return 1 if report.bad else 0


if __name__ == '__main__':
    sys.exit(main())
