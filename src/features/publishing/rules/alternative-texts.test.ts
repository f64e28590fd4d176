import { describe, expect, it } from 'vitest';
import { countMissingAlts, missingAltSentence } from './alternative-texts.ts';

describe('alt texts', () => {
  it.each([
    ['no image', '', 0],
    ['an image with one', '![A harbour](/media/a.webp)', 0],
    ['an image without', '![](/media/a.webp)', 1],
    ['one of blanks', 'Before ![ ](/media/a.webp "Title") after', 1],
    ['a reference', '![][harbour]\n\n[harbour]: /media/a.webp', 1],
    ['code', '```\n![](/a.webp)\n```\n\nand `![](/b.webp)`', 0],
  ])('counts %s', (_what, markdown, count) => {
    expect(countMissingAlts({ markdown })).toBe(count);
  });

  it('counts the cover', () => {
    expect(countMissingAlts({ markdown: '', coverImageId: 'a', coverAlt: ' ' })).toBe(1);
    expect(countMissingAlts({ markdown: '', coverImageId: 'a', coverAlt: 'A harbour' })).toBe(0);
    expect(countMissingAlts({ markdown: '', coverImageId: null, coverAlt: '' })).toBe(0);
  });

  it('warns only about pictures without alt text', () => {
    expect(missingAltSentence(0)).toBeNull();
    expect(missingAltSentence(2)).toMatch(/^2 images have no alt text/);
  });
});
