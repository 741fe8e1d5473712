// node build.mjs SOURCES NODE_MODULES OUTPUT.cpp
// Bundles the page (style, deflated script, its loader) into one text with a place for the data, as a C++ source.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {deflateSync} from 'node:zlib';

const [sources, modules, output] = process.argv.slice(2);
const {build} = createRequire(join(resolve(modules), 'x.js'))('esbuild');

async function bundle(file) {
  const result = await build({
    entryPoints: [join(sources, file)],
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome86', 'firefox113', 'safari16.4'],
    format: 'iife',
    legalComments: 'eof',
    charset: 'ascii',
    nodePaths: [resolve(modules)],
    logLevel: 'warning',
  });
  // The only texts that would end the element that the bundle stands in.
  return result.outputFiles[0].text.replace(/<\/(script|style)/gi, '<\\/$1').trim();
}

const script = await bundle('src/main.ts');
const loader = await bundle('src/loader.ts');
const style = await bundle('src/style.css');
// Nothing but these scripts may run, nothing may be loaded: also what a name in the data might try.
const hash = (text) => createHash('sha256').update(text).digest('base64');
const page = readFileSync(join(sources, 'page.html'), 'utf8')
  .replace('@LOADER_HASH@', () => hash(loader))
  .replace('@HASH@', () => hash(script))
  .replace('@STYLE@', () => style)
  .replace('@PROGRAM@', () => deflateSync(script, {level: 9}).toString('base64'))
  .replace('@LOADER@', () => loader);
const [before, after] = page.split('@DATA@');

function literal(text) {
  const lines = [];
  for (let i = 0; i < text.length; i += 4000) lines.push(`    ${JSON.stringify(text.slice(i, i + 4000)).replace(/\?\?/g, '?\\?')}`);
  return lines.join('\n');
}

if (!/^[\x09\x0a\x20-\x7e]*$/.test(page)) throw new Error('the page is not plain ASCII');
writeFileSync(output, `// Made by explore/report/web/build.mjs.
#include "explore/report/page.h"

namespace vta::explore {

const std::string_view kPageBefore =
${literal(before)};

const std::string_view kPageAfter =
${literal(after)};

}  // namespace vta::explore
`);
