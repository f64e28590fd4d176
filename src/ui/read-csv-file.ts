/**
 * Returns the text of a CSV file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, in which Excel saves it.
 * Lines end with LF, and a first line that names the separator (`sep=;`) is left out.
 */
export async function readCsvFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const text = decode(bytes);
  return text.replaceAll(/\r\n?/g, '\n').replace(/^sep=.\n/i, '');
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
