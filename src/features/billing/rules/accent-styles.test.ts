import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTheme } from '#tests/support/theme-colors.ts';
import { getContrast, isReadableOnWhite, MIN_CONTRAST } from '../contract/document-design.ts';
import { documentPapers, formatAccentStyles, toThemeAccents } from './accent-styles.ts';

const accents = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map(value => `#${value.toString(16).padStart(6, '0')}`)
  .filter(isReadableOnWhite);

it.each([
  ['light', ':root.light'],
  ['dark', ':root'],
] as const)('knows the background of documents in the %s theme', (theme, selector) => {
  expect(documentPapers[theme]).toBe(readTheme(selector, 0)('raised'));
});

it('shows every accent with enough contrast in both themes', () => {
  fc.assert(
    fc.property(accents, accent => {
      const shown = toThemeAccents(accent);
      for (const theme of ['light', 'dark'] as const) {
        expect(getContrast(shown[theme], documentPapers[theme])).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }),
  );
});

it('keeps an accent that can be read as it is', () => {
  expect(toThemeAccents('#14506b').light).toBe('#14506b');
  expect(formatAccentStyles('#14506b')).toContain('.document[data-accent="#14506b"]{--document-accent:#14506b;');
});
