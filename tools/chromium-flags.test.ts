import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import flags from './chromium-flags.json' with { type: 'json' };

// Chromium heeds the last list of features alone, so that ours has to hold Playwright's. It adds the two pages behind the
// address bar: nobody sees them in a browser without a window, and each context would load them, for half a second.
it('turns off what Playwright turns off, too', () => {
  const { resolve } = createRequire(import.meta.url);
  const playwright = readFileSync(join(dirname(resolve('playwright-core/package.json')), 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([\s\S]*?)\]\.filter\(Boolean\)/.exec(playwright)?.[1] ?? '';
  const theirs = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  const [ours, ...others] = flags.filter(flag => flag.startsWith('--disable-features='));
  expect(others).toEqual([]);
  expect(ours?.split('=')[1]?.split(',')).toEqual([...theirs, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']);
});
