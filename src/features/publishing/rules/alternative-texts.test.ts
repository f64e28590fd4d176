import { describe, expect, it } from 'vitest';
import { listPicturesWithoutAlt, missingAltSentence } from './alternative-texts.ts';

describe('alt texts', () => {
  it.each([
    ['no image', '', 0],
    ['an image with one', '![A harbour](/media/a.webp)', 0],
    ['an image without', '![](/media/a.webp)', 1],
    ['one of blanks', 'Before ![ ](/media/a.webp "Title") after', 1],
    ['a reference', '![][harbour]\n\n[harbour]: /media/a.webp', 1],
    ['code', '```\n![](/a.webp)\n```\n\nand `![](/b.webp)`', 0],
  ])('counts %s', (_what, markdown, count) => {
    expect(listPicturesWithoutAlt({ markdown })).toHaveLength(count);
  });

  it('lists the cover first, then the pictures in the text with their URLs', () => {
    const markdown = '![](/media/a.webp) ![A quay](/media/b.webp) ![](</media/c.webp> "Title") ![][quay]';
    const inText = [{ index: 0, url: '/media/a.webp' }, { index: 1, url: '/media/c.webp' }, { index: 2 }];
    expect(listPicturesWithoutAlt({ markdown, coverImageId: 'a', coverAlt: ' ' })).toEqual([{}, ...inText]);
    expect(listPicturesWithoutAlt({ markdown, coverImageId: 'a', coverAlt: 'A harbor' })).toEqual(inText);
    expect(listPicturesWithoutAlt({ markdown, coverImageId: null, coverAlt: '' })).toEqual(inText);
  });

  it('counts the pictures in the warning', () => {
    expect(missingAltSentence(1)).toMatch(/^1 image has no alt text/);
    expect(missingAltSentence(2)).toMatch(/^2 images have no alt text/);
  });
});
