import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PageAssets } from '#platform/pages/html-document.ts';
import { type Page, textOf } from './page-html.ts';

const assets = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/assets.json'), 'utf8')) as PageAssets;

/** The inline scripts of every page in the current build, in order. */
export const pageScripts = [assets.themeScript, assets.bootstrapScript];

/**
 * Checks a page's content security policy against its scripts and styles, its other headers, and the structure that
 * every page has.
 */
export function expectValidPage(
  page: Page,
  headers: Record<string, unknown>,
  { isTracked }: { isTracked: boolean },
): void {
  const policy = String(headers['content-security-policy']);
  const directives = new Map(
    policy.split('; ').map(directive => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  expect(directives.get('default-src')).toEqual(["'none'"]);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(directives.get(name)).toEqual(["'none'"]);
  expect(directives.get('form-action')).toEqual(["'self'"]);
  expect(policy).not.toMatch(/unsafe|\*|https?:|blob:|strict-dynamic/);

  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const running = page
    .all('script')
    .filter(({ properties }) => properties.type === undefined || properties.type === 'module');
  const inlineScripts = running.filter(({ properties }) => properties.src === undefined);
  expect(inlineScripts.map(textOf)).toEqual(pageScripts);
  expect(inlineScripts[1]?.properties.dataVisits).toBe(isTracked ? assets.trackingScript : undefined);
  expect(directives.get('script-src')).toEqual(["'self'", ...inlineScripts.map(script => hash(textOf(script)))]);
  const styles = page.all('style').map(textOf);
  // Browsers end the transition between two documents with an error if a style sheet that loads allows it.
  expect(styles).toEqual(['@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}']);
  expect(directives.get('style-src')).toEqual(["'self'", ...styles.map(hash)]);
  for (const script of running.filter(({ properties }) => properties.src !== undefined)) {
    expect(script.properties.src).toMatch(/^\/assets\/[\w.-]+\.js$/);
  }
  const others = page.all('script').filter(script => !running.includes(script));
  for (const { properties } of others) expect(['application/ld+json', 'application/json']).toContain(properties.type);

  // Nothing that the policy blocks.
  for (const { tagName, properties } of page.elements) {
    const names = Object.keys(properties).filter(name => /^on|^style$/.test(name));
    expect(names, `<${tagName}>`).toEqual([]);
  }
  for (const tagName of ['iframe', 'object', 'embed', 'base']) expect(page.all(tagName)).toEqual([]);

  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'permissions-policy': expect.stringContaining('camera=()') as string,
    vary: 'Accept-Encoding',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(page.all('html')[0]?.properties.lang).toBe('en');
  expect(page.all('h1')).toHaveLength(1);
  expect(page.text('h1')).toMatch(/\S/);
  expect(page.all('main')).toHaveLength(1);
  const ids = page.elements.map(({ properties }) => properties.id).filter(id => id !== undefined);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
}
