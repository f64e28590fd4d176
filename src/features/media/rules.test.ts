import { expect, it } from 'vitest';
import { pictureKind } from './rules.ts';

const bytes = (text: string) => Uint8Array.from(text, sign => sign.charCodeAt(0));

it.each([
  ['image/png', '\x89PNG\r\n\x1a\n…'],
  ['image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ['image/avif', '\x00\x00\x00\x20ftypavif'],
  ['image/avif', '\x00\x00\x00\x20ftypavis'],
])('%s is what begins with %j', (kind, start) => {
  expect(pictureKind(bytes(start))).toBe(kind);
});

it.each([
  '',
  '\x89PNG',
  '\x89PNG\n\x1a\n',
  '\xff\xd8',
  'GIF90a',
  'RIFF\x10\x00\x00\x00WAVE',
  '\x00\x00\x00\x20ftypheic',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  ' <?xml version="1.0"?><svg>',
  '%PDF-1.7',
  'BM',
  'II*\x00',
])('%j begins no picture that we take', start => {
  expect(pictureKind(bytes(start))).toBeUndefined();
});
