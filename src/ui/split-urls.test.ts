import { describe, expect, it } from 'vitest';
import { splitUrls } from './split-urls.ts';

const listUrls = (text: string) => splitUrls(text).flatMap(({ url }) => url ?? []);

describe('the addresses in a text', () => {
  it.each([
    ['See https://site.example/a?b=1&c=2#d, please.', 'https://site.example/a?b=1&c=2#d'],
    ['(http://site.example/page)', 'http://site.example/page'],
    ['(see https://site.example/Tide_(sea)).', 'https://site.example/Tide_(sea)'],
    ['“https://site.example”?!', 'https://site.example'],
    ['<https://site.example/>', 'https://site.example/'],
    ['HTTPS://SITE.EXAMPLE/ÄÖ/😀', 'HTTPS://SITE.EXAMPLE/ÄÖ/😀'],
  ])('of %j are %j', (text, url) => {
    expect(listUrls(text)).toEqual([url]);
    expect(
      splitUrls(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text);
  });

  it('are found in several lines', () => {
    expect(splitUrls('https://a.example\nand https://b.example')).toEqual([
      { text: 'https://a.example', url: 'https://a.example' },
      { text: '\nand ' },
      { text: 'https://b.example', url: 'https://b.example' },
    ]);
  });

  it.each([
    'javascript://site.example/%0Aalert(1)',
    'ftp://site.example',
    'site.example',
    'https://',
    'xhttps://a.example',
  ])('exclude %j', text => {
    expect(splitUrls(text)).toEqual([{ text }]);
  });
});
