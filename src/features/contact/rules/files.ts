import { allowedFileExtensions, MAX_FILE_BYTES } from '../contract/limits.ts';

/** Number of first bytes needed to check a file's type. */
export const SIGNATURE_BYTES = 16;

/** Returns what is wrong with a file's name or size, before upload. */
export function findFileError({ name, sizeBytes }: { name: string; sizeBytes: number }): string | undefined {
  const ending = /\.(\w+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (!allowedFileExtensions.some(known => known === ending)) {
    return 'Send a PDF, a picture, a text, an office document, or several files in a ZIP.';
  }
  if (sizeBytes > MAX_FILE_BYTES) return 'This file is larger than 10 MB. Send a link to it in your message.';
  if (sizeBytes === 0) return 'This file is empty.';
  return undefined;
}

/** Bytes at an offset in the file, one character per byte. */
type Beginning = readonly [signature: string, at?: number];

const begins =
  (bytes: Uint8Array) =>
  ([signature, at = 0]: Beginning) =>
    String.fromCharCode(...bytes.subarray(at, at + signature.length)) === signature;

/** Signatures of executables, which are rejected under any name. */
const programs: readonly Beginning[] = [
  ['MZ'],
  ['\x7fELF'],
  ['#!'],
  ['\xca\xfe\xba\xbe'],
  ['\xcf\xfa\xed\xfe'],
  ['\xce\xfa\xed\xfe'],
];

/** Pages and drawings in which a browser runs scripts; rejected as well. */
const pages = /^\s*<(?:!doctype|html|svg|script|\?xml)/i;

const zip: readonly Beginning[] = [['PK\x03\x04'], ['PK\x05\x06']];
const compound: readonly Beginning[] = [['\xd0\xcf\x11\xe0']];
const jpeg: readonly Beginning[] = [['\xff\xd8\xff']];

/** Signatures by extension; text files may begin with anything not listed above. */
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

/** Returns whether a file's first bytes match its extension. */
export function hasMatchingSignature(name: string, first: Uint8Array): boolean {
  const isThere = begins(first);
  if (programs.some(isThere) || pages.test(String.fromCharCode(...first))) return false;
  const ending = allowedFileExtensions.find(known => name.trim().toLowerCase().endsWith(`.${known}`));
  return ending !== undefined && (beginnings[ending]?.some(isThere) ?? true);
}

/** Returns a file's key in the store. */
export const buildContactFileKey = (id: string) => `contact/${id}`;
