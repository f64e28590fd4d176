import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { AppError } from '#shared/errors.ts';

/** What an archive may hold, in bytes where it is no number of files. */
export interface ZipLimits {
  readonly files: number;
  readonly file: number;
  readonly whole: number;
}

/** An archive that somebody sent, to be read file by file. */
export interface ZipArchive {
  /** The files that can be read, in the archive's order. */
  readonly names: readonly string[];
  /** Those that are passed over, with the reason. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
  /** How many bytes a file says it has; it never gives more. 0 for one that is not there. */
  sizeOf(name: string): number;
  /** A file's bytes. Throws BAD_REQUEST where they are broken, or more than was said. */
  read(name: string): Promise<Buffer>;
}

const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

const BROKEN = 'This archive is broken or not whole. Pack it again, or download it anew.';
const OUTSIDE = 'This archive names files outside of itself. Pack it again with relative paths only.';

/** Whether bytes begin as a ZIP does, an empty one too. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && [3, 5].includes(bytes[2] ?? 0);
}

/** The kind of a file as Unix says it, in the upper half of its attributes. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;

/**
 * The name of a file. macOS and old programs of Info-ZIP write UTF-8 without saying so; the format's own charset would turn
 * it into other letters. Letters with accents are composed, as addresses in texts have them.
 */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const asSaid = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, [], false);
  const isUnicodePath = fileName !== asSaid;
  if (isUnicodePath || (generalPurposeBitFlag & 0x800) !== 0) return fileName.normalize();
  try {
    const name = new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
    return (yauzl.validateFileName(name) === null ? name : fileName).normalize();
  } catch {
    return fileName.normalize();
  }
}

const isDebris = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/.test(name);

function reasonAgainst(entry: Entry, limits: ZipLimits, known: ReadonlyMap<string, Entry>): string | undefined {
  const { fileName, uncompressedSize } = entry;
  if (isLink(entry)) return 'It is a link, not a file.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (/\.(?:zip|gz|tgz|tar|7z|rar|bz2|xz)$/i.test(fileName)) return 'It is an archive inside the archive.';
  if (uncompressedSize > limits.file) return `It is larger than ${limits.file / 1024 / 1024} MB.`;
  if (known.has(fileName)) return 'There is a second file of this name.';
  return entry.canDecodeFileData() ? undefined : 'It is packed in a way that cannot be read here.';
}

/**
 * Opens a ZIP that somebody sent. Nothing is unpacked to a disk; a file's name is never a place. Throws BAD_REQUEST with a
 * sentence where it is none, is broken, leads outside of itself, or holds more than the limits.
 */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<ZipArchive> {
  const entries = new Map<string, Entry>();
  const passedOver: { name: string; reason: string }[] = [];
  let zip: ZipFile;
  let whole = 0;
  try {
    // Names are checked by the library, and sizes while inflating: a file never gives more than it said.
    zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: true, validateEntrySizes: true });
    if (zip.entryCount > limits.files) throw refuse(`This archive has more than ${limits.files} files.`);
    for await (const entry of zip.eachEntry()) {
      const fileName = nameOf(entry);
      entry.fileName = fileName;
      if (fileName.endsWith('/') || isDebris(fileName)) continue;
      if (entries.size + passedOver.length >= limits.files) {
        throw refuse(`This archive has more than ${limits.files} files.`);
      }
      const reason = reasonAgainst(entry, limits, entries);
      if (reason) {
        passedOver.push({ name: fileName, reason });
        continue;
      }
      whole += entry.uncompressedSize;
      if (whole > limits.whole) {
        throw refuse(`This archive unpacks to more than ${limits.whole / 1024 / 1024} MB. Send it in parts.`);
      }
      entries.set(fileName, entry);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const outside = error instanceof Error && /relative path|absolute path|invalid characters/i.test(error.message);
    throw refuse(outside ? OUTSIDE : BROKEN);
  }
  return {
    names: [...entries.keys()],
    passedOver,
    sizeOf: name => entries.get(name)?.uncompressedSize ?? 0,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`There is no "${name}" in the archive.`);
      try {
        return await readWhole(await zip.openReadStreamPromise(entry), entry.uncompressedSize);
      } catch {
        throw refuse(`“${name}” in this archive is broken. Pack it again, or download it anew.`);
      }
    },
  };
}

async function readWhole(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new RangeError('The file is larger than it said.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
