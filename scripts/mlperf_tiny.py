#!/usr/bin/env python3
"""mlperf_tiny.py MODELS [--samples FOLDER] [--images FILE --labels FILE] [options]

The int8 models of MLPerf Tiny on three configurations, with the operation RQ and without: share of the work that the
accelerator does, cycles, time at the estimated clock, estimated energy, whether outputs are those of TensorFlow Lite bit for
bit, accuracy, and the cycles of layers beside published ones. MODELS is a folder with the .tflite files; their digests are
compared with those in scripts/mlperf_tiny/published.json, which has the published figures and their sources, too.

  --samples FOLDER  NAME/inputs.npy and NAME/outputs.npy (int8; by TensorFlow Lite Micro) for names ic, ic_large, kws, vww, ad,
                    sww: outputs are compared with these
  --images FILE     CIFAR-10 test images (.npy, N x 32 x 32 x 3, uint8) for the accuracy of ic and ic_large
  --labels FILE     their classes (.npy, integers)
  --only NAMES      models, with commas
  --configs NAMES   configurations of published.json, with commas
  --overlap         with ACC_OVERLAP 1
  --json FILE       all figures as JSON
  --vta PROGRAM     default build/release/bin/vta

Example: scripts/mlperf_tiny.py tiny/benchmark/trained_models --samples samples
Exit status: 0 all equal, 1 outputs differ or a run failed, 2 wrong options, 3 files missing or others than expected.
"""
import argparse
import ast
import array
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXTENSIONS = ['none', 'round+rq']
TYPES = {'|i1': 'b', '|u1': 'B', '<i4': 'i', '<i8': 'q', '<u4': 'I', '<u8': 'Q', '<i2': 'h'}


class Refused(Exception):
    pass


def read_npy(path):
    """Shape and values of a file of integers."""
    try:
        data = pathlib.Path(path).read_bytes()
    except OSError as error:
        raise Refused(f'{path}: {error.strerror}')
    try:
        if data[:6] != b'\x93NUMPY':
            raise ValueError('no .npy file')
        wide = data[6] > 1
        size = struct.unpack_from('<I' if wide else '<H', data, 8)[0]
        begin = (12 if wide else 10) + size
        header = ast.literal_eval(data[begin - size:begin].decode('latin1'))
        if header['fortran_order'] or header['descr'] not in TYPES:
            raise ValueError(f"{header['descr']}, rows first: integers of {', '.join(TYPES)} are read")
        values = array.array(TYPES[header['descr']])
        values.frombytes(data[begin:])
        count = 1
        for extent in header['shape']:
            count *= extent
        if count != len(values):
            raise ValueError(f'{len(values)} values for the shape {header["shape"]}')
        return header['shape'], values
    except (ValueError, KeyError, SyntaxError, struct.error, IndexError) as error:
        raise Refused(f'{path}: {error}')


def write_npy(path, shape, values):
    kind = {v: k for k, v in TYPES.items()}[values.typecode]
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    pathlib.Path(path).write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + values.tobytes())


class Runs:
    """vta on files in a folder of its own."""

    def __init__(self, program, folder, total):
        self.program, self.folder = program, folder
        self.done, self.total, self.begin = 0, total, time.monotonic()

    def vta(self, *arguments):
        done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f'mlperf_tiny: {self.program} {" ".join(arguments)} ended with {done.returncode}: {done.stderr.strip()}')
        return done.stdout

    def say(self, what):
        self.done += 1
        left = (time.monotonic() - self.begin) / self.done * (self.total - self.done)
        if sys.stderr.isatty():
            print(f'\r{self.done} of {self.total}: {what}, {left:.0f} s left\033[K', end='', file=sys.stderr, flush=True)

    def cycles(self, model, config, memory, *more):
        out = self.vta('run', str(model), '--config', config, '--memory', memory, '--device', 'csim', '--timing-only',
                       '--clock', 'auto', '--per-layer', '--json', *more)
        return json.loads(out)

    def outputs(self, model, config, shape, values):
        """Results of all inputs, a batch at a time."""
        images, results = shape[0], array.array('b')
        each = len(values) // images
        batch = min(images, 20)
        for first in range(0, images, batch):
            part = values[first * each:(first + batch) * each]
            count = len(part) // each
            write_npy(self.folder / 'in.npy', (count, *shape[1:]), part)
            self.vta('run', str(model), '--config', config, '--batch', str(count), '--input', str(self.folder / 'in.npy'),
                     '--output', str(self.folder / 'out.npy'))
            results.extend(read_npy(self.folder / 'out.npy')[1])
        return results


def top_one(values, images):
    each = len(values) // images
    return [max(range(each), key=lambda i: (values[n * each + i], -i)) for n in range(images)]


def layer_cycles(run, row):
    kernels = [k for k in run['kernels'] if k['kind'] == row['kind'] and re.search(row.get('form', ''), k['description'])]
    chosen = kernels[row['from']:row['from'] + row['count']]
    if len(chosen) != row['count']:
        return None
    return sum(k['timing']['cycles'] for k in chosen)


def sums_cycles(run):
    return sum(k['timing']['cycles'] for k in run['kernels'] if k['kind'] == 'alu')


def found_models(folder, table, names):
    problems, models = [], {}
    for name in names:
        path = folder / table[name]['file']
        if not path.is_file():
            problems.append(f'{path} is missing')
            continue
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest != table[name]['sha256']:
            problems.append(f'{path} has the digest {digest}, the published model {table[name]["sha256"]}')
        models[name] = path
    if problems:
        raise Refused('\n'.join(problems))
    return models


def config_file(folder, name, form, extension, overlap):
    keys = json.loads((ROOT / 'config' / f'{form["base"]}.json').read_text())
    keys.update(form['keys'], ISA_EXT=extension, ACC_OVERLAP=1 if overlap else 0)
    path = folder / f'{name} {extension}.json'
    path.write_text(json.dumps(keys))
    return str(path)


def samples_of(options, name):
    """What outputs and accuracy are of: (title, shape, inputs, expected outputs, labels)."""
    found = []
    if options.samples:
        folder = options.samples / name
        shape, inputs = read_npy(folder / 'inputs.npy')
        _, expected = read_npy(folder / 'outputs.npy')
        found.append(('samples', shape, inputs, expected, None))
    if options.images and name.startswith('ic'):
        shape, pixels = read_npy(options.images)
        _, labels = read_npy(options.labels)
        if len(shape) != 4 or len(labels) != shape[0] or pixels.typecode != 'B':
            raise Refused(f'{options.images}: {shape} of type {pixels.typecode!r} for {len(labels)} labels; N x 32 x 32 x 3, uint8')
        found.append(('images', shape, array.array('b', (p - 128 for p in pixels)), None, list(labels)))
    return found


def measure(options, table, runs, models):
    records = []
    for name, path in models.items():
        samples = samples_of(options, name)
        for config in options.configs:
            form = table['configurations'][config]
            for extension in EXTENSIONS:
                file = config_file(runs.folder, config, form, extension, options.overlap)
                run = runs.cycles(path, file, form['memory'])
                record = {'model': name, 'config': config, 'isa_ext': extension, 'memory': form['memory'],
                          'cycles': run['cycles'], 'work': run['work']['device_mac_percent'], 'times': run['times'],
                          'energy_uj': run['energy_uj_per_image'], 'sums': sums_cycles(run), 'area': run['area'], 'layers': []}
                rows = [row for source in table['published'] for row in source['rows']
                        if source['configuration'] == config and row['model'] == name]
                whole = runs.cycles(path, file, form['memory'], '--skip', 'drop_channels') if rows else None
                for row in rows:
                    record['layers'].append({'row': row, 'cycles': layer_cycles(run, row),
                                             'all_channels': layer_cycles(whole, row)})
                for title, shape, inputs, expected, labels in samples:
                    outputs = runs.outputs(path, file, shape, inputs)
                    record[title] = {'count': shape[0]}
                    if expected is not None:
                        record[title]['differ'] = sum(a != b for a, b in zip(outputs, expected)) + abs(len(outputs) - len(expected))
                    if labels is not None:
                        record[title]['right'] = sum(a == b for a, b in zip(top_one(outputs, shape[0]), labels))
                records.append(record)
                runs.say(f'{name} on {config}')
    if sys.stderr.isatty():
        print('\r\033[K', end='', file=sys.stderr)
    return records


def milliseconds(record):
    times = record['times']
    return f"{times['clock_mhz']:.1f}", f"{record['cycles'] / times['clock_mhz'] / 1000:.3f}"


def outcome(record):
    words = []
    if 'samples' in record:
        s = record['samples']
        words.append(f"{s['count']} equal" if s['differ'] == 0 else f"{s['differ']} elements differ")
    if 'images' in record:
        i = record['images']
        words.append(f"{i['right']} of {i['count']} right ({100 * i['right'] / i['count']:.1f} %)")
    return ', '.join(words) or 'no samples'


def table_text(rows):
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    return '\n'.join('  '.join(c.ljust(w) if i < 3 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths))).rstrip() for r in rows)


def report(table, records):
    rows = [['model', 'configuration', 'ISA_EXT', 'MACs', 'cycles', 'MHz', 'ms', 'uJ', 'outputs']]
    for r in records:
        rows.append([r['model'], f"{r['config']}, {r['memory']}", r['isa_ext'], f"{r['work']:.1f} %", f"{r['cycles']:,}",
                     *milliseconds(r), f"{r['energy_uj']:.1f}", outcome(r)])
    print('Cycles are exact; the clock is estimated (docs/timing_closure.md), so is the energy (docs/cost.md).')
    print(f"Models: {table['models_source']}\n")
    print(table_text(rows))
    rows = [['model', 'layers', 'ISA_EXT', 'cycles', 'all channels', 'published', 'before', 'ratio', 'its sums']]
    for r in records:
        for layer in r['layers']:
            row, own, whole = layer['row'], layer['cycles'], layer['all_channels']
            rows.append([r['model'], f"{row['count']} {row['layers']}", r['isa_ext'],
                         f'{own:,}' if own is not None else 'others', f'{whole:,}' if whole is not None else 'others', f"{row['cycles']:,}", f"({row['before']:,})",
                         f"{own / row['cycles']:.2f}" if own else '', f"{r['sums']:,}"])
    if len(rows) > 1:
        print('\n' + '\n'.join(f"Published, {s['configuration']}: {s['source']}" for s in table['published']) + '\n')
        print(table_text(rows))
    others = [o for o in table['others'] if any(r['model'] == o['model'] for r in records)]
    if others:
        print('\nOther hardware:')
        print('\n'.join(f"  {o['model']}: {o['text']}" for o in others))


def parse(table):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', type=pathlib.Path)
    parser.add_argument('--samples', type=pathlib.Path)
    parser.add_argument('--images', type=pathlib.Path)
    parser.add_argument('--labels', type=pathlib.Path)
    parser.add_argument('--only', default=','.join(table['models']))
    parser.add_argument('--configs', default=','.join(table['configurations']))
    parser.add_argument('--overlap', action='store_true')
    parser.add_argument('--json', type=pathlib.Path)
    parser.add_argument('--vta', default=str(ROOT / 'build/release/bin/vta'))
    options = parser.parse_args()
    for key, known in (('only', table['models']), ('configs', table['configurations'])):
        names = getattr(options, key).split(',')
        for name in names:
            if name not in known:
                parser.error(f"--{key}: no '{name}'; there are {', '.join(known)}")
        setattr(options, key, names)
    if (options.images is None) != (options.labels is None):
        parser.error('--images and --labels belong together')
    return options


def main():
    table = json.loads((ROOT / 'scripts/mlperf_tiny/published.json').read_text())
    options = parse(table)
    try:
        models = found_models(options.models, table['models'], options.only)
        with tempfile.TemporaryDirectory() as folder:
            total = len(models) * len(options.configs) * len(EXTENSIONS)
            records = measure(options, table, Runs(options.vta, pathlib.Path(folder), total), models)
    except Refused as problem:
        for line in str(problem).splitlines():
            print(f'mlperf_tiny: {line}', file=sys.stderr)
        return 3
    report(table, records)
    if options.json:
        options.json.write_text(json.dumps({'published': table['published'], 'records': records}, indent=1) + '\n')
    return 1 if any(r.get('samples', {}).get('differ') for r in records) else 0


if __name__ == '__main__':
    sys.exit(main())
