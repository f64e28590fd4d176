// Draws the cover pictures of the sample projects: each is a small HTML page in ./projects,
// rendered by Chromium at twice the size and scaled down to 1600 × 1000.
//
//   node tools/pictures/draw-projects.ts            all of them
//   node tools/pictures/draw-projects.ts harbor     only the named ones
import { mkdir, readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import chromiumFlags from '../chromium-flags.json' with { type: 'json' };

type IconData = { node: Array<[string, Record<string, string>]> };

const root = join(import.meta.dirname, '../..');
const source = join(import.meta.dirname, 'projects');
const target = join(root, 'content/pictures/projects');
const width = 1600;
const height = 1000;

const known = (await readdir(source))
  .filter(name => name.endsWith('.html'))
  .map(name => name.slice(0, -5))
  .toSorted();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.filter(slug => !known.includes(slug));
if (unknown.length > 0) {
  console.error(`No such page in ${source}: ${unknown.join(', ')}`);
  process.exit(1);
}

async function icon(name: string): Promise<string> {
  const file = join(root, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`);
  const { __iconData }: { __iconData: IconData } = await import(pathToFileURL(file).href);
  return __iconData.node
    .map(([tag, attributes]) => {
      const text = Object.entries(attributes)
        .filter(([key]) => key !== 'key')
        .map(([key, value]) => `${key}="${value}"`)
        .join(' ');
      return `<${tag} ${text}/>`;
    })
    .join('');
}

await mkdir(target, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', ...chromiumFlags, '--font-render-hinting=none'],
});

try {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2 });
  for (const slug of wanted) {
    const page = await context.newPage();
    page.on('pageerror', error => console.error(`${slug}: ${error.message}`));
    await page.goto(pathToFileURL(join(source, `${slug}.html`)).href);

    // Icons are written as <i data-icon="wind"></i> and filled in here.
    const names = await page.$$eval('[data-icon]', all => [
      ...new Set(all.map(one => one.getAttribute('data-icon') ?? '')),
    ]);
    const icons = Object.fromEntries(await Promise.all(names.map(async name => [name, await icon(name)] as const)));
    await page.evaluate(markup => {
      for (const one of document.querySelectorAll('[data-icon]')) {
        one.innerHTML = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${markup[one.getAttribute('data-icon') ?? '']}</svg>`;
      }
    }, icons);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));

    // Text that is cut off at the side is nearly always a mistake: say so.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter(one => one instanceof HTMLElement && one.childElementCount === 0)
        .filter(one => one.textContent?.trim() && one.scrollWidth > one.clientWidth + 1)
        .filter(one => getComputedStyle(one).display !== 'inline' && one.clientWidth > 0)
        .map(one => one.textContent?.trim().slice(0, 40)),
    );
    if (cut.length > 0) console.warn(`${slug}: wider than its box: ${cut.join(' | ')}`);

    const shot = await page.screenshot({ type: 'png' });
    await page.close();
    const { size } = await sharp(shot)
      .resize(width, height, { kernel: 'lanczos3' })
      .webp({ quality: 90, effort: 6 })
      .toFile(join(target, `${slug}.webp`));
    console.log(`${slug}.webp ${Math.round(size / 1024)} kB`);
  }
} finally {
  await browser.close();
}
