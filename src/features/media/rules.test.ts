import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/any-character.ts';
import {
  formatBytes,
  sanitizeFileName,
  detectFileType,
  validateFileUpload,
  validatePicture,
  pictureKind,
  getStorageLimit,
} from './rules.ts';

const bytes = (text: string) => Uint8Array.from(text, sign => sign.charCodeAt(0));

it.each([
  ['image/png', '\x89PNG\r\n\x1a\n…'],
  ['image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ['image/avif', '\x00\x00\x00\x20ftypavif'],
  ['image/avif', '\x00\x00\x00\x20ftypavis'],
])('detects %s from %j', (kind, start) => {
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
])('rejects %j as a picture', start => {
  expect(pictureKind(bytes(start))).toBeUndefined();
});

it.each([
  ['application/pdf', '%PDF-1.4\n'],
  ['application/pdf', '%PDF-2.0'],
  ['application/zip', 'PK\x03\x04\x14\x00'],
  [undefined, 'PK\x05\x06'],
  [undefined, '%PDF'],
  [undefined, ' %PDF-1.4'],
  [undefined, 'Rar!\x1a\x07'],
  [undefined, ''],
])('detects %s from a file that begins with %j', (kind, start) => {
  expect(detectFileType(bytes(start))).toBe(kind);
});

describe('sanitizeFileName', () => {
  it.each([
    ['Harbor at dawn.png', 'Harbor at dawn.png'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['e\u0301.png', 'é.png'],
    ['  two   blanks .png ', 'two blanks .png'],
    ['a\u2028b', 'ab'],
    ['…', '…'],
    ['...', 'other'],
    ['a/', 'other'],
  ])('turns %j into %j', (name, clean) => {
    expect(sanitizeFileName(name, 'other')).toBe(clean);
  });

  it('returns one line of at most 120 characters without a path, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), name => {
        const clean = sanitizeFileName(name, 'other');
        expect(clean).not.toMatch(/[/\\\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect(clean.trim()).toBe(clean);
        expect(clean).not.toBe('');
        expect(Array.from(clean).length).toBeLessThanOrEqual(120);
        expect(sanitizeFileName(clean, 'other')).toBe(clean);
      }),
    );
  });
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [123_456, '121 KB'],
  [1024 * 1024, '1 MB'],
  [1.44 * 1024 * 1024, '1.4 MB'],
  [100 * 1024 * 1024, '100 MB'],
  [1024 * 1024 * 1024, '1 GB'],
])('formats %i bytes as %s', (size, words) => {
  expect(formatBytes(size)).toBe(words);
});

it('gives members less storage than authors, and the owner no limit', () => {
  expect(getStorageLimit('member')).toBeLessThan(getStorageLimit('author') ?? 0);
  expect(getStorageLimit('owner')).toBeNull();
});

describe('validation in the browser', () => {
  it.each([
    [{ type: 'image/png', size: 1 }, undefined],
    [{ type: 'image/svg+xml', size: 1 }, /file type isn’t supported\. Choose a PNG/],
    [{ type: '', size: 1 }, /file type isn’t supported\. Choose a PNG/],
    [{ type: 'image/png', size: 0 }, /is empty/],
    [{ type: 'image/png', size: 5 * 1024 * 1024 }, undefined],
    [{ type: 'image/png', size: 5 * 1024 * 1024 + 1 }, /larger than 5 MB/],
  ])('of a picture: %j', (file, says) => {
    if (says) expect(validatePicture(file)).toMatch(says);
    else expect(validatePicture(file)).toBeUndefined();
  });

  it.each([
    [{ name: 'a.pdf', type: 'application/pdf', size: 1 }, undefined],
    [{ name: 'a.zip', type: 'application/x-zip-compressed', size: 1 }, undefined],
    [{ name: 'a.ZIP', type: '', size: 1 }, undefined],
    [{ name: 'a.pdf', type: 'application/pdf', size: 0 }, /is empty/],
    [{ name: 'a.exe', type: '', size: 1 }, /file type isn’t supported\. Choose a PDF/],
    [{ name: 'a.pdf', type: 'application/pdf', size: 50 * 1024 * 1024 + 1 }, /larger than 50 MB/],
  ])('of a file: %j', (file, says) => {
    if (says) expect(validateFileUpload(file)).toMatch(says);
    else expect(validateFileUpload(file)).toBeUndefined();
  });
});
