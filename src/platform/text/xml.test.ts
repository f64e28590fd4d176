import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { escapeXml, xml, xmlDocument } from './xml.ts';

const NASTY = `Tom & "Jerry" <b>'s</b> ]]> end`;

test('keeps outside text from becoming markup', () => {
  expect(escapeXml(NASTY)).toBe('Tom &amp; &quot;Jerry&quot; &lt;b&gt;&apos;s&lt;/b&gt; ]]&gt; end');
  expect(xml`<a title="${NASTY}">${NASTY}</a>`.xml).not.toContain('<b>');
});

test('removes characters that XML forbids and keeps all others', () => {
  expect(escapeXml('a\u0000b\u0008c\uFFFEd\uD800e')).toBe('abcde');
  expect(escapeXml('é\t\n🙂\u{10FFFF}')).toBe('é\t\n🙂\u{10FFFF}');
});

test('inserts fragments and lists unescaped, and absent values as nothing', () => {
  const items = ['x', '<'].map(text => xml`<i>${text}</i>`);
  expect(xml`<l n="${2}">${items}${undefined}</l>`.xml).toBe('<l n="2"><i>x</i><i>&lt;</i></l>');
  expect(xmlDocument(xml`<r/>`)).toBe('<?xml version="1.0" encoding="utf-8"?>\n<r/>\n');
});

test('escapes reversibly', () => {
  const entities = new Map([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
  ]);
  assert(
    property(string({ unit: constantFrom(...Array.from('ab&<>"\';lt]')) }), text => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&\w+;/g, entity => entities.get(entity) ?? '?')).toBe(text);
    }),
  );
});
