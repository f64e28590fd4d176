import { decodeText } from '#shared/decode-text.ts';

/** Returns the text of a CSV file with LF line ends, without a first line that names the separator (`sep=;`). */
export async function readCsvFile(file: Blob): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text.replaceAll(/\r\n?/g, '\n').replace(/^sep=.\n/i, '');
}
