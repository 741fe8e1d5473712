// Pictures of reports, whole and section by section, in both colours:
//   node screenshots.mjs FOLDER REPORT.html...      (VTA_NPM, VTA_CHROMIUM as in run.sh)
import {mkdirSync} from 'node:fs';
import {basename, join} from 'node:path';

import {closeBrowser, open, openBrowser} from './harness.mjs';

const [folder, ...reports] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
await openBrowser();
for (const report of reports) {
  for (const colorScheme of ['light', 'dark']) {
    const {page, close} = await open(report, {colorScheme});
    await page.addStyleTag({content: 'header { position: static !important }'}); // else it is in the way
    const name = join(folder, `${basename(report, '.html')}-${colorScheme}`);
    await page.screenshot({path: `${name}.png`, fullPage: true});
    for (const section of await page.locator('main > section').all())
      await section.screenshot({path: `${name}-${await section.getAttribute('id')}.png`});
    await close();
  }
}
await closeBrowser();
