import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { AppError } from '#shared/errors.ts';

/** What an archive may hold. */
export interface ZipLimits {
  readonly files: number;
  /** Bytes of a file; larger ones are passed over. */
  readonly file: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
}

/** An archive that somebody sent, to be read file by file. */
export interface ZipArchive {
  /** The files that can be read, in the archive's order. */
  readonly names: readonly string[];
  /** Those that are passed over, with the reason. */
  readonly passedOver: readonly { readonly name: string; readonly reason: string }[];
  has(name: string): boolean;
  /** How many bytes a file says it has; it never gives more. 0 for one that is not there. */
  sizeOf(name: string): number;
  /** A file's bytes. Throws BAD_REQUEST where they are broken, or more than was said. */
  read(name: string): Promise<Buffer>;
}

const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

const tooMany = ({ files }: ZipLimits) => refuse(`This archive has more than ${files.toLocaleString('en')} files.`);

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
  if (uncompressedSize > limits.file) return `It is larger than ${megabytes(limits.file)}.`;
  if (known.has(fileName)) return 'There is a second file of this name.';
  return entry.canDecodeFileData() ? undefined : 'It is packed in a way that cannot be read here.';
}

/** Bytes that are read together from an archive's list of files, or with a small file. */
const WINDOW = 64 * 1024;

/** Reads an archive where it lies. Nothing stays open between two readings, so that there is nothing to close. */
class ArchiveReader extends yauzl.RandomAccessReader {
  readonly #path: string;
  #window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    if (end - start > WINDOW) return createReadStream(this.#path, { start, end: end - 1 });
    return Readable.from(this.#parts(start, end));
  }

  /** A small file, which is often read already with those around it. */
  async *#parts(start: number, end: number): AsyncGenerator<Buffer> {
    yield await this.#load(start, end - start);
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    callbackify(async () => (await this.#load(position, length)).copy(target, offset))(done);
  }

  async #load(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#window;
    if (position < start || position + length > start + bytes.length) {
      const file = await open(this.#path);
      try {
        const wanted = Buffer.alloc(Math.max(WINDOW, length));
        const { bytesRead } = await file.read(wanted, 0, wanted.length, position);
        this.#window = { start: position, bytes: wanted.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
      if (this.#window.bytes.length < length) throw new RangeError('The archive ends too early.');
    }
    const from = position - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
}

/** Names are checked by the library, and sizes while inflating: a file never gives more than it said. */
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true };

/** An entry without what is needed no more: of an archive with a million files, all of them are held. */
function withoutNames(entry: Entry): Entry {
  const { compressedSize, uncompressedSize, compressionMethod, generalPurposeBitFlag, relativeOffsetOfLocalHeader } =
    entry;
  return Object.assign(new yauzl.Entry(), {
    compressedSize,
    uncompressedSize,
    compressionMethod,
    generalPurposeBitFlag,
    relativeOffsetOfLocalHeader,
  });
}

/** Bytes as people read them here: whole megabytes. */
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MB`;

/**
 * Opens a ZIP that somebody sent, by its path or its bytes, with ZIP64 records too. Nothing is unpacked to a disk; a
 * file's name is never a place. Throws BAD_REQUEST with a sentence where it is none, is broken, leads outside of itself,
 * or holds more than the limits.
 */
export async function openZip(archive: Buffer | string, limits: ZipLimits): Promise<ZipArchive> {
  const entries = new Map<string, Entry>();
  const passedOver: { name: string; reason: string }[] = [];
  let zip: ZipFile;
  let whole = 0;
  try {
    zip =
      typeof archive === 'string'
        ? await yauzl.fromRandomAccessReaderPromise(new ArchiveReader(archive), (await stat(archive)).size, OPTIONS)
        : await yauzl.fromBufferPromise(archive, OPTIONS);
    if (zip.entryCount > limits.files) throw tooMany(limits);
    for await (const entry of zip.eachEntry()) {
      const fileName = nameOf(entry);
      entry.fileName = fileName;
      if (fileName.endsWith('/') || isDebris(fileName)) continue;
      if (entries.size + passedOver.length >= limits.files) throw tooMany(limits);
      const reason = reasonAgainst(entry, limits, entries);
      if (reason) {
        passedOver.push({ name: fileName, reason });
        continue;
      }
      whole += entry.uncompressedSize;
      if (whole > limits.totalBytes) {
        throw refuse(`This archive unpacks to more than ${megabytes(limits.totalBytes)}, for which there is no room.`);
      }
      entries.set(fileName, withoutNames(entry));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const outside = error instanceof Error && /relative path|absolute path|invalid characters/i.test(error.message);
    throw refuse(outside ? OUTSIDE : BROKEN);
  }
  return {
    names: [...entries.keys()],
    passedOver,
    has: name => entries.has(name),
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
