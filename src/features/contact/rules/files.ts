import { fileEndings, LARGEST_FILE } from '../contract/limits.ts';

/** So many of a file's first bytes tell whether it is what its name says. */
export const FILE_SIGNATURE = 16;

/** What is wrong with a file by its name and size, as far as can be told before it is sent. */
export function objectionToFile({ name, bytes }: { name: string; bytes: number }): string | undefined {
  const ending = /\.(\w+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (!fileEndings.some(known => known === ending)) {
    return 'Send a PDF, a picture, a text, an office document, or several files in a ZIP.';
  }
  if (bytes > LARGEST_FILE) return 'This file is larger than 10 MB. Send a link to it in your message.';
  if (bytes === 0) return 'This file is empty.';
  return undefined;
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, FILE_SIGNATURE));

/** How files begin that are programs or web pages, whatever they are called: nobody should open one by mistake. */
const foreign = [
  /^MZ/,
  /^\x7fELF/,
  /^#!/,
  /^\xca\xfe\xba\xbe/,
  /^[\xcf\xce]\xfa\xed\xfe/,
  /^\s*<(?:!doctype|html|svg|script|\?xml)/i,
];

const zip = /^PK(?:\x03\x04|\x05\x06)/;
const compound = /^\xd0\xcf\x11\xe0/;
const media = (brands: string) => new RegExp(`^[\\s\\S]{4}ftyp(?:${brands})`);

/** How a file of a kind begins; texts begin with anything but what is foreign. */
const beginnings: Readonly<Partial<Record<(typeof fileEndings)[number], RegExp>>> = {
  pdf: /^%PDF-/,
  png: /^\x89PNG\r\n\x1a\n/,
  jpg: /^\xff\xd8\xff/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[\s\S]{4}WEBP/,
  avif: media('avif|avis|mif1'),
  heic: media('heic|heix|hevc|mif1'),
  rtf: /^\{\\rtf/,
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
export function isWhatItSays(name: string, first: Uint8Array): boolean {
  const text = latin(first);
  if (foreign.some(beginning => beginning.test(text))) return false;
  const ending = fileEndings.find(known => name.trim().toLowerCase().endsWith(`.${known}`));
  return ending !== undefined && (beginnings[ending]?.test(text) ?? true);
}

/** The ids of the files among some rows. */
export function filesOf(rows: readonly { readonly fileId: string | null }[]): string[] {
  return rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}

/** Where a file lies in the store. */
export const placeOf = (id: string) => `contact/${id}`;
