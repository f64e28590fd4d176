import { inflateSync } from 'node:zlib';

/** The largest embedded XML, and the most data decompressed to find it, in bytes. */
const MAX_XML = 8 * 1024 * 1024;
const MAX_DECOMPRESSED = 16 * 1024 * 1024;

/** Streams that can't be attachments: pictures, fonts, and the PDF's own structure. */
const OTHER_STREAM = /\/(?:Image|ObjStm|XRef|Length1|FontFile\d?|Metadata)\b/;

/**
 * Returns the XML of an invoice embedded in a PDF; null if there is none. Looks at each stream instead of following the
 * PDF's structure, so a damaged or hostile one can do no harm.
 */
export function findPdfXml(pdf: Buffer): Buffer | null {
  let left = MAX_DECOMPRESSED;
  let from = 0;
  for (;;) {
    const at = pdf.indexOf('stream', from);
    if (at < 0 || left <= 0) return null;
    from = at + 'stream'.length;
    const head = pdf.toString('latin1', Math.max(0, at - 1000), at);
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1);
    if (!dictionary.trimEnd().endsWith('>>') || OTHER_STREAM.test(dictionary)) continue;
    const start = from + (pdf[from] === 13 ? 2 : 1);
    const end = pdf.indexOf('endstream', start);
    if (end < 0) return null;
    from = end + 'endstream'.length;
    const content = decompress(pdf.subarray(start, end), dictionary, Math.min(left, MAX_XML));
    left -= content?.length ?? 0;
    if (content && isInvoice(content)) return content;
  }
}

/** Returns a stream's content; undefined if it is damaged, too large or encoded in another way. */
function decompress(content: Buffer, dictionary: string, maxOutputLength: number): Buffer | undefined {
  if (!dictionary.includes('/Filter')) return content;
  if (!/\/Filter\s*(?:\/|\[\s*\/)FlateDecode\s*[\]/>\s]/.test(dictionary)) return undefined;
  try {
    return inflateSync(content, { maxOutputLength });
  } catch {
    return undefined;
  }
}

const isInvoice = (content: Buffer) =>
  /^(?:\xef\xbb\xbf)?\s*<[^]*(?:CrossIndustryInvoice|ubl:schema:xsd:(?:Invoice|CreditNote)-2)/.test(
    content.toString('latin1', 0, 3000),
  );
