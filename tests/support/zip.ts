import { createZip } from '#platform/files/zip-writer.ts';

/** Returns a ZIP archive of files by name. */
export async function createZipBuffer(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const inputs = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
  }));
  const parts: Uint8Array[] = [];
  for await (const part of createZip(inputs)) parts.push(part);
  return Buffer.concat(parts);
}

/** Yields the same bytes in pieces of about 64 KB, as a connection delivers them. */
export async function* inPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    piece.push(part);
    bytes += part.length;
    if (bytes < 65_536) continue;
    yield Buffer.concat(piece);
    piece = [];
    bytes = 0;
  }
  yield Buffer.concat(piece);
}
