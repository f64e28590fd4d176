import { describe, expect, it } from 'vitest';
import { getChildDate, parseExportXml } from './xml.ts';

describe('an export’s XML', () => {
  it.each([
    ['a & b &amp; c', 'a & b & c', [1]],
    ['&nothing here; &-;', '&nothing here; &-;', [1, 1]],
    ['&#228;&#xe4;&#xE4;', 'äää', []],
    ['<![CDATA[a & &amp; b]]>', 'a & &amp; b', []],
    ['a\u0000\u0008\u000B\u000C\u000E\u001F\uFFFE\uFFFFb', 'ab', Array(8).fill(1)],
    ['a&#0;&#08;&#11;&#12;&#14;&#19;&#20;&#30;&#31;b', 'ab', Array(9).fill(1)],
    ['a&#x0;&#x08;&#xb;&#xC;&#xe;&#xF;&#x10;&#x1F;b', 'ab', Array(8).fill(1)],
    ['a&#9;&#x9;&#10;&#xA;&#13;&#xd;&#32;&#x20;b', 'a\t\t\n\n\r\r  b', []],
    ['\n&\n\n\u0001\n&#1;', '\n&\n\n\n', [2, 4, 5]],
  ])('with the text %j is read as %j', (text, expected, lines) => {
    const repairedLines: number[] = [];
    expect(parseExportXml(`\uFEFF<r>${text}</r>`, repairedLines).text).toBe(expected);
    expect(repairedLines).toEqual(lines);
  });

  it.each([
    ['2020-05-06 07:08:09', '2020-05-06 09:08:09', '2020-05-06T07:08:09.000Z'],
    ['0000-00-00 00:00:00', '2020-05-06 09:08:09', '2020-05-06T09:08:09.000Z'],
    ['', '2020-05-06 09:08:09', '2020-05-06T09:08:09.000Z'],
    ['0000-00-00 00:00:00', '0000-00-00 00:00:00', null],
  ])('with the dates %j and %j has the date %s', (gmt, local, expected) => {
    const post = parseExportXml(`<r><d_gmt>${gmt}</d_gmt><d>${local}</d></r>`);
    expect(getChildDate(post, 'd')).toBe(expected);
  });
});
