import { allowedFileExtensions, MAX_FILE_BYTES } from '../contract/limits.ts';

/** Number of first bytes needed to check a file's type. */
export const SIGNATURE_BYTES = 16;

/** Returns the problem with a file's name or size, before upload. */
export function findFileError({ name, sizeBytes }: { name: string; sizeBytes: number }): string | undefined {
  const extension = /\.(\w+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (!allowedFileExtensions.some(known => known === extension)) {
    return 'Choose a PDF, image, text file, office document or ZIP.';
  }
  if (sizeBytes > MAX_FILE_BYTES)
    return 'This file is larger than 10 MB. Include a link to it in your message instead.';
  if (sizeBytes === 0) return 'This file is empty. Choose another file.';
  return undefined;
}

/** Bytes at an offset in the file, one character per byte. */
type Signature = readonly [signature: string, at?: number];

const startsWith =
  (bytes: Uint8Array) =>
  ([signature, at = 0]: Signature) =>
    String.fromCharCode(...bytes.subarray(at, at + signature.length)) === signature;

/** Signatures of executables, which are rejected under any name. */
const executables: readonly Signature[] = [
  ['MZ'],
  ['\x7fELF'],
  ['#!'],
  ['\xca\xfe\xba\xbe'],
  ['\xcf\xfa\xed\xfe'],
  ['\xce\xfa\xed\xfe'],
];

/** Pages and drawings in which a browser runs scripts; rejected as well. */
const scriptablePages = /^\s*<(?:!doctype|html|svg|script|\?xml)/i;

const zip: readonly Signature[] = [['PK\x03\x04'], ['PK\x05\x06']];
const compound: readonly Signature[] = [['\xd0\xcf\x11\xe0']];
/** Office documents with a password are compound files. */
const office = [...zip, ...compound];
const jpeg: readonly Signature[] = [['\xff\xd8\xff']];

/** Signatures by extension; text files may begin with anything not listed above. */
const signatures: Readonly<Partial<Record<(typeof allowedFileExtensions)[number], readonly Signature[]>>> = {
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
  docx: office,
  xlsx: office,
  pptx: office,
  odt: zip,
  ods: zip,
  odp: zip,
  zip,
};

/** Returns whether a file's first bytes match its extension. */
export function hasMatchingSignature(name: string, first: Uint8Array): boolean {
  const matches = startsWith(first);
  if (executables.some(matches) || scriptablePages.test(String.fromCharCode(...first))) return false;
  const extension = allowedFileExtensions.find(known => name.trim().toLowerCase().endsWith(`.${known}`));
  return extension !== undefined && (signatures[extension]?.some(matches) ?? true);
}

/** Returns a file's key in the store. */
export const buildContactFileKey = (id: string) => `contact/${id}`;
