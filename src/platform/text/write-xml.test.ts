import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';
import { writeXml } from './write-xml.ts';

const parse = (xml: string) => parseXml(xml, problem => new Error(problem));

test('writes elements, attributes and lists in their order', () => {
  expect(writeXml({ a: { '@id': 'true', b: ['1', { '@x': '2', '#text': '3' }], 'n:c': { d: '4' } } })).toBe(`\
<?xml version="1.0" encoding="UTF-8"?>
<a id="true">
  <b>1</b>
  <b x="2">3</b>
  <n:c>
    <d>4</d>
  </n:c>
</a>
`);
});

test('leaves out what is empty, except attributes and elements that are required', () => {
  const missing = {
    b: null,
    c: undefined,
    d: '',
    e: {},
    f: [],
    g: { h: { i: [null] } },
    j: { '@x': '1', '#text': '' },
  };
  expect(parse(writeXml({ a: { ...missing, k: { '@x': '1' } } })).children.map(({ name }) => name)).toEqual(['k']);
  expect(writeXml({ a: missing }, { keepEmpty: ['a', 'g'] })).toContain('<a>\n  <g/>\n</a>');
});

test('removes characters that XML forbids and keeps all others', () => {
  const { text, attributes } = parse(
    writeXml({ a: { '@x': 'a\u0000b\uFFFE', '#text': 'a\u0008\uD800e\t🙂\u{10FFFF}' } }),
  );
  expect([text, attributes.x]).toEqual(['ae\t🙂\u{10FFFF}', 'ab']);
});

test('keeps every text from becoming markup', () => {
  assert(
    property(string({ minLength: 1, unit: constantFrom(...Array.from('ab&<>"\';!-[]')) }), value => {
      const xml = writeXml({ a: { '@x': value, b: value, c: { '@x': value, '#text': value } } });
      const { attributes, children } = parse(xml);
      expect([attributes.x, ...children.flatMap(child => [child.text, child.attributes.x ?? value])]).toEqual(
        Array.from({ length: 5 }, () => value),
      );
      expect(xml).not.toContain(']]>');
    }),
  );
});
