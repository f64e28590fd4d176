import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitUrls } from './split-urls.ts';

describe('splitUrls', () => {
  it.each([
    ['See https://a.example.', ['See ', '*https://a.example/', '.']],
    ['(https://a.example/x)', ['(', '*https://a.example/x', ')']],
    ['https://a.example/a_(b) and more', ['*https://a.example/a_(b)', ' and more']],
    ['“https://a.example/?q=1&r=2#x”, he said', ['“', '*https://a.example/?q=1&r=2#x', '”, he said']],
    ['HTTP://A.example/x!?', ['*http://a.example/x', '!?']],
    ['https://a.example/"onclick=x', ['*https://a.example/', '"onclick=x']],
    ['https://a.example/<b>', ['*https://a.example/', '<b>']],
    [
      'http:// https://. javascript:alert(1) ftp://a.example www.a.example',
      ['http:// https://. javascript:alert(1) ftp://a.example www.a.example'],
    ],
    ['https://a.example\nand https://b.example/ä', ['*https://a.example/', '\nand ', '*https://b.example/%C3%A4']],
    ['xhttps://a.example', ['xhttps://a.example']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(splitUrls(text).map(part => (part.href ? `*${part.href}` : part.text))).toEqual(expected);
  });

  it('keeps all text, and links only to web addresses', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'a.example',
      '/',
      '(',
      ')',
      '.',
      '"',
      '<',
      ' ',
      '\n',
      'javascript:',
      '@',
      '%',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), pieces => {
        const parts = splitUrls(pieces.join(''));
        expect(parts.map(({ text }) => text).join('')).toBe(pieces.join(''));
        for (const { href } of parts) if (href !== undefined) expect(href).toMatch(/^https?:\/\/[^\s"<>]+$/);
      }),
    );
  });
});
