import { allowedFileExtensions, MAX_FILE_BYTES } from '../contract/limits.ts';

/** So many of a file's first bytes tell whether it is what its name says. */
export const SIGNATURE_BYTES = 16;

/** What is wrong with a file by its name and size, as far as can be told before it is sent. */
export function findFileError({ name, bytes }: { name: string; bytes: number }): string | undefined {
  const ending = /\.(\w+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (!allowedFileExtensions.some(known => known === ending)) {
    return 'Send a PDF, a picture, a text, an office document, or several files in a ZIP.';
  }
  if (bytes > MAX_FILE_BYTES) return 'This file is larger than 10 MB. Send a link to it in your message.';
  if (bytes === 0) return 'This file is empty.';
  return undefined;
}

/** Bytes at a place of a file, as one sign for each. */
type Beginning = readonly [signature: string, at?: number];

const begins =
  (bytes: Uint8Array) =>
  ([signature, at = 0]: Beginning) =>
    String.fromCharCode(...bytes.subarray(at, at + signature.length)) === signature;

/** How files begin that are programs, whatever they are called: nobody should open one by mistake. */
const programs: readonly Beginning[] = [
  ['MZ'],
  ['\x7fELF'],
  ['#!'],
  ['\xca\xfe\xba\xbe'],
  ['\xcf\xfa\xed\xfe'],
  ['\xce\xfa\xed\xfe'],
];

/** The same of pages and drawings that a browser runs script in. */
const pages = /^\s*<(?:!doctype|html|svg|script|\?xml)/i;

const zip: readonly Beginning[] = [['PK\x03\x04'], ['PK\x05\x06']];
const compound: readonly Beginning[] = [['\xd0\xcf\x11\xe0']];
const jpeg: readonly Beginning[] = [['\xff\xd8\xff']];

/** How a file of a kind begins; texts begin with anything but what is above. */
const beginnings: Readonly<Partial<Record<(typeof allowedFileExtensions)[number], readonly Beginning[]>>> = {
  pdf: [['%PDF-']],
  png: [['\x89PNG\r\n\x1a\n']],
  jpg: jpeg,
  jpeg,
  gif: [['GIF87a'], ['GIF89a']],
  webp: [['WEBP', 8]],
  avif: [
    ['ftypavif', 4],
    ['ftypavis', 4],
    ['ftypmif1', 4],
  ],
  heic: [
    ['ftyphei', 4],
    ['ftyphev', 4],
    ['ftypmif1', 4],
  ],
  rtf: [['{\\rtf']],
  doc: compound,
  xls: compound,
  ppt: compound,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  odp: zip,
  zip,
};

/** Whether a file's first bytes are those of what its name says. */
export function hasMatchingSignature(name: string, first: Uint8Array): boolean {
  const isThere = begins(first);
  if (programs.some(isThere) || pages.test(String.fromCharCode(...first))) return false;
  const ending = allowedFileExtensions.find(known => name.trim().toLowerCase().endsWith(`.${known}`));
  return ending !== undefined && (beginnings[ending]?.some(isThere) ?? true);
}

/** The ids of the files among some rows. */
export function listFileIds(rows: readonly { readonly fileId: string | null }[]): string[] {
  return rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}

/** Where a file lies in the store. */
export const buildContactFileKey = (id: string) => `contact/${id}`;
