#!/usr/bin/env python3
"""scripts/published.sh [options]

Rebuilds the tables of scripts/published/tables.json, published figures of other stacks around this accelerator: their number,
ours on the same geometry and configuration, and the ratio. Networks are made here, with weights that are drawn: cycles do not
depend on them. Nothing is taken from the file but geometry, configurations and their figures.

  --only NAMES      tables (zvslab, public_rtl, nex), with commas
  --small           the first row of each table, for a quick look
  --no-host         leave out the time of the host in the table nex, which is measured on this machine
  --markdown FILE   write the tables as a page
  --json FILE       write them as JSON
  --vta PROGRAM     default build/release/bin/vta

Example: scripts/published.sh --only zvslab
Exit status: 0 no cycles or latency are above theirs, 1 some are, 2 wrong options, 3 a run failed.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import onnx_chain

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


INTRODUCTION = """# Published figures, and ours

Made by `scripts/published.sh --markdown docs/published.md`. Networks have the published geometry and drawn weights;
[tables.json](../scripts/published/tables.json) has the figures of others and their sources. Cycles are the same on every machine;
columns in seconds and with a host are of the machine that made the page. *Roofline* is what compute or bytes need alone, kernel by kernel
([timing.md](timing.md)): how far above it a figure lies is how much its schedule loses.

"""


class Runs:
    def __init__(self, program, folder, total):
        self.program, self.folder, self.total = program, folder, total
        self.done, self.begin = 0, time.monotonic()

    def vta(self, *arguments):
        """What it prints, and the seconds that it took."""
        begin = time.monotonic()
        try:
            done = subprocess.run([self.program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except OSError as error:
            fail(f'{self.program}: {error.strerror}; build it with scripts/build.sh release vta, or name it with --vta')
        if done.returncode != 0:
            fail(f'{self.program} {" ".join(map(str, arguments))} ended with {done.returncode}: {done.stderr.strip()}')
        return (json.loads(done.stdout) if '--json' in arguments else done.stdout), time.monotonic() - begin

    def say(self, what):
        self.done += 1
        left = (time.monotonic() - self.begin) / self.done * (self.total - self.done)
        if sys.stderr.isatty():
            print(f'\r{self.done} of {self.total}: {what}, {left:.0f} s left\033[K', end='', file=sys.stderr, flush=True)

    def config(self, table):
        described = json.loads(self.vta('config', 'show', table['configuration']['base'])[0])
        described.update(table['configuration']['keys'])
        path = self.folder / f'{table["name"]}.json'
        path.write_text(json.dumps(described))
        return path

    def network(self, name):
        path = self.folder / f'{name}.onnx'
        if not path.exists():
            if name == 'yolov3_tiny':
                onnx_chain.yolov3_tiny(path)
            else:
                self.vta('model', name, '-o', path)
        return path


def fail(why):
    print(f'published: {why}', file=sys.stderr)
    sys.exit(3)


def timing(config, table):
    return ['--config', config, '--memory', table['memory'], '--backend', 'csim', '--timing-only', '--json']


def layers(runs, table, row):
    config, ours, least = runs.config(table), [], []
    for layer, _ in row['layers']:
        path = runs.folder / f'layer_{"_".join(map(str, layer))}.onnx'
        onnx_chain.one_layer(path, layer)
        run, _ = runs.vta('run', path, *timing(config, table), '--all-int8')
        if run['host_macs'] != 0:
            fail(f'layer {layer}: {run["host_macs"]} MACs stay on the host')
        ours.append(run['cycles'])
        least.append(run['timing']['roofline_cycles'])
        runs.say(f'{row["name"]} {layer}')
    theirs = [cycles for _, cycles in row['layers']]
    return {'name': row['name'], 'theirs': sum(theirs), 'before': row['before'], 'ours': sum(ours), 'ratio': sum(ours) / sum(theirs),
            'roofline': sum(least),
            'layers': [{'geometry': layer, 'theirs': cycles, 'ours': own, 'ratio': own / cycles, 'roofline': bound}
                       for (layer, cycles), own, bound in zip(row['layers'], ours, least)]}


def body(runs, table, row):
    run, _ = runs.vta('run', runs.network(row['name']), *timing(runs.config(table), table), '--region', table['region'])
    runs.say(row['name'])
    return {'name': row['name'], 'theirs': row['cycles'], 'ours': run['cycles'], 'ratio': run['cycles'] / row['cycles'],
            'roofline': run['timing']['roofline_cycles']}


def latency(runs, table, row, host):
    config, network = runs.config(table), runs.network(row['name'])
    cores = row.get('cores', 1)
    if cores > 1:
        system = runs.folder / f'system_{cores}.json'
        described = json.loads(config.read_text())
        latencies = dict(part.split('=') for part in table['memory'].split(','))
        described.update(MEM_READ_LATENCY=int(latencies['read']), MEM_WRITE_LATENCY=int(latencies['write']),
                         MEM_MAX_OUTSTANDING=int(latencies['outstanding']))
        core = runs.folder / 'core.json'
        core.write_text(json.dumps(described))
        system.write_text(json.dumps({'cores': [{'config': core.name, 'count': cores}]}))
        run, wall = runs.vta('run', network, '--system', system, '--split', 'batch', '--images', row['images'], '--timing-only', '--json')
        with_host = None
    else:
        run, wall = runs.vta('run', network, *timing(config, table))
        with_host = None
        if host:
            answered, _ = runs.vta('run', network, *timing(config, table), '--clock', table['clock'], '--host', 'measured')
            with_host = answered['host_time']['latency_ms']
    runs.say(row['name'])
    ms = run['cycles'] / table['clock'] / 1e3
    name = row['name'] if cores == 1 else f'{row["images"]} x {row["name"]} on {cores} accelerators'
    return {'name': name, 'theirs': row['ms'], 'ours': ms, 'with_host': with_host, 'ratio': (with_host or ms) / min(row['ms']),
            'wall_theirs': row['wall'], 'wall_ours': wall, 'wall_ratio': wall / min(row['wall'])}


def number(value):
    return f'{value:,}' if isinstance(value, int) else f'{value:,.3f}' if value < 1000 else f'{value:,.1f}'


def geometry(layer):
    if len(layer) == 2:
        return f'dense {layer[0]} -> {layer[1]}'
    inputs, outputs, kernel, stride, height, width = layer
    return f'{kernel}x{kernel}/{stride} {inputs} -> {outputs}, {height} x {width}'


def grid(head, rows):
    kinds = ['---' if k == 0 else '---:' for k in range(len(head))]
    return '\n'.join('| ' + ' | '.join(map(str, row)) + ' |' for row in [head, kinds, *rows])


def text(table, rows):
    parts = [f'## {table["title"][0].upper()}{table["title"][1:]}', '', f'Theirs: {table["source"]}.', '', f'Ours: {table["ours"]}.', '']
    if table['name'] == 'zvslab':
        parts.append(grid(['network', 'theirs, cycles', 'before their search', 'ours', 'ours / theirs', 'roofline'],
                          [[r['name'], number(r['theirs']), number(r['before']), number(r['ours']), f'{r["ratio"]:.2f}',
                            number(r['roofline'])] for r in rows]))
        parts += ['', grid(['layer', 'theirs', 'ours', 'ours / theirs', 'roofline'],
                           [[f'{r["name"].split(",")[0]}: {geometry(x["geometry"])}', number(x['theirs']), number(x['ours']),
                             f'{x["ratio"]:.2f}', number(x['roofline'])] for r in rows for x in r['layers']])]
    elif table['name'] == 'public_rtl':
        parts.append(grid(['network', 'theirs, cycles', 'ours', 'ours / theirs', 'roofline'],
                          [[r['name'], number(r['theirs']), number(r['ours']), f'{r["ratio"]:.2f}',
                            number(r['roofline'])] for r in rows]))
    else:
        parts.append(grid(['work', 'RTL, ms', 'DSim, ms', 'ours, accelerator', 'with this host', 'simulating it: RTL, s', 'DSim, s', 'ours, s',
                           'ours / DSim'],
                          [[r['name'], number(r['theirs'][0]), number(r['theirs'][1]), number(r['ours']),
                            number(r['with_host']) if r['with_host'] else '-', number(r['wall_theirs'][0]), number(r['wall_theirs'][1]),
                            f'{r["wall_ours"]:.2f}', f'{r["wall_ratio"]:.3f}'] for r in rows]))
    parts += ['', table['why'], '', *(f'Not rebuilt: {line}.' for line in table['without_geometry'])]
    return '\n'.join(parts)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument('-h', '--help', action='store_true')
    parser.add_argument('--only')
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--no-host', action='store_true')
    parser.add_argument('--markdown', type=pathlib.Path)
    parser.add_argument('--json', type=pathlib.Path)
    parser.add_argument('--vta', default=str(ROOT / 'build/release/bin/vta'))
    options = parser.parse_args()
    if options.help:
        print(__doc__)
        return 0
    file = json.loads((HERE / 'tables.json').read_text())
    names = [table['name'] for table in file['tables']]
    chosen = options.only.split(',') if options.only else names
    for name in chosen:
        if name not in names:
            parser.exit(2, f'published: --only {name}: the tables are {", ".join(names)}\n')
    tables = [table for table in file['tables'] if table['name'] in chosen]
    for table in tables:
        table['rows'] = table['rows'][:1] if options.small else table['rows']
    total = sum(len(row.get('layers', [0])) for table in tables for row in table['rows'])
    parts, document, above = [], {}, []
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(options.vta, pathlib.Path(folder), total)
        for table in tables:
            make = {'zvslab': layers, 'public_rtl': body}.get(table['name'])
            rows = [make(runs, table, row) if make else latency(runs, table, row, not options.no_host) for row in table['rows']]
            document[table['name']] = rows
            above += [f'{row["name"]}: {row["ratio"]:.2f}' for row in rows if row['ratio'] > 1]
            above += [f'{row["name"]}, {geometry(x["geometry"])}: {x["ratio"]:.2f}' for row in rows for x in row.get('layers', [])
                      if x['ratio'] > 1]
            parts.append(text(table, rows))
    if sys.stderr.isatty():
        print('\r\033[K', end='', file=sys.stderr)
    parts.append('\n'.join(['## Measured on boards', '', *(f'- {line}.' for line in file['measured'])]))
    page = '\n\n'.join(parts)
    print(page)
    print()
    print(f'{len(above)} figures above theirs' + (': ' + '; '.join(above) if above else ''))
    if options.markdown:
        options.markdown.write_text(INTRODUCTION + page + '\n')
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + '\n')
    return 1 if above else 0


if __name__ == '__main__':
    sys.exit(main())
