import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import flags from './chromium-flags.json' with { type: 'json' };

// Chromium uses only the last --disable-features, so ours must include Playwright's. It also turns off components that
// every context would start needlessly: the two address bar pages, which a headless browser never shows, and a spare
// renderer process.
it('disables every feature that Playwright disables', () => {
  const { resolve } = createRequire(import.meta.url);
  const playwright = readFileSync(join(dirname(resolve('playwright-core/package.json')), 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([\s\S]*?)\]\.filter\(Boolean\)/.exec(playwright)?.[1] ?? '';
  const theirs = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  const [ours, ...others] = flags.filter(flag => flag.startsWith('--disable-features='));
  expect(others).toEqual([]);
  expect(ours?.split('=')[1]?.split(',')).toEqual([
    ...theirs,
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'SpareRendererForSitePerProcess',
  ]);
});
