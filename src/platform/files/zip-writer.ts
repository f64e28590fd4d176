import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file to be packed. */
export interface ZipInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether it is small already, as pictures are. */
  readonly packed?: boolean;
}

/** ZIP has times of the machine's own zone from 1980 on: the same everywhere, so that the same files are the same bytes. */
const LONG_AGO = new Date(1980, 0, 1);

/** Packs files as they come, and gives the archive's bytes in parts: never more than one file is held. */
export async function* writeZip(files: AsyncIterable<ZipInput> | Iterable<ZipInput>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const { name, bytes, packed } of files) {
    const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    entry.mtime = LONG_AGO;
    zip.add(entry);
    entry.push(bytes, true);
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts.splice(0);
}
