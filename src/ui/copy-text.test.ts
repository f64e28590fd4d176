import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the browser refuses', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } }],
  ['the site has no HTTPS', {}],
])('reports that nothing was copied if %s', async (_reason, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await copyText('https://site.example', 'Link copied', 'Copy it yourself.')).toBe(false);
});

it('copies a text', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('https://site.example', 'Link copied', 'Copy it yourself.')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('https://site.example');
});
