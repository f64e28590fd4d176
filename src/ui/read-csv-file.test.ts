import { expect, it } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

it.each([
  ['CR, as Excel for Mac ends lines', 'a,b\rc,d\r'],
  ['CRLF', 'a,b\r\nc,d\r\n'],
  ['a first line that names the separator for Excel', 'sep=,\r\na,b\nc,d\n'],
])('a CSV file with %s has the same lines', async (_kind, text) => {
  expect(await readCsvFile(new Blob([text]))).toBe('a,b\nc,d\n');
});

it.each([
  ['utf-8', [0x5a, 0xc3, 0xab]],
  ['utf-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xab]],
  ['utf-16le', [0xff, 0xfe, 0x5a, 0, 0xeb, 0]],
  ['utf-16be', [0xfe, 0xff, 0, 0x5a, 0, 0xeb]],
  ['windows-1252', [0x5a, 0xeb]],
])('a CSV file in %s is decoded', async (_encoding, bytes) => {
  expect(await readCsvFile(new Blob([Uint8Array.from(bytes)]))).toBe('Zë');
});
