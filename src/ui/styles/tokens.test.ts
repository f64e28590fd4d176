import { describe, expect, it } from 'vitest';
import { accentHues, accents } from '#features/site/contract/options.ts';
import { contrastRatio, readTheme } from '#tests/support/theme-colors.ts';

const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong', 'danger'].concat(
  ['keyword', 'string', 'number', 'title'].map(name => `code-${name}`),
);
const grounds = ['ground', 'raised', 'sunken', 'accent-wash'];
const others = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['ground', 'ink'],
] as const;

describe.each([':root', ':root.light'] as const)('%s', theme => {
  it.each(accents)('has legible text on every background with the accent %s', accent => {
    const color = readTheme(theme, accentHues[accent]);
    const pairs = [...texts.flatMap(text => grounds.map(ground => [text, ground] as const)), ...others];
    for (const [text, ground] of pairs) {
      expect(contrastRatio(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('shows a control’s border on the page and in a well', () => {
    const color = readTheme(theme, accentHues[accents[0]]);
    for (const ground of ['ground', 'sunken']) {
      expect(contrastRatio(color('rule-strong'), color(ground)), ground).toBeGreaterThanOrEqual(3);
    }
  });
});
