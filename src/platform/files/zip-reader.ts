import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { AppError } from '#shared/errors.ts';

export interface ZipLimits {
  readonly files: number;
  /** Bytes per file; larger ones are skipped. */
  readonly file: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
}

/** An uploaded archive, read file by file. */
export interface ZipArchive {
  /** The readable files, in the archive's order. */
  readonly names: readonly string[];
  /** The skipped files, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  has(name: string): boolean;
  /** Returns a file's declared size in bytes, which its content never exceeds. 0 if the file doesn't exist. */
  sizeOf(name: string): number;
  /** Returns a file's bytes. Throws BAD_REQUEST if it is damaged or larger than declared. */
  read(name: string): Promise<Buffer>;
}

const reject = (message: string) => new AppError('BAD_REQUEST', message, { archive: message });

const BROKEN = 'This archive is damaged or incomplete. Create or download it again.';
const OUTSIDE = 'This archive contains paths outside of itself. Create it again with relative paths only.';

/** Returns whether bytes start like a ZIP, including an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && [3, 5].includes(bytes[2] ?? 0);
}

/** Returns whether an entry is a symbolic link: Unix keeps the file type in the upper half of its attributes. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;

/**
 * Returns the name of a file. macOS and old versions of Info-ZIP write UTF-8 without the flag for it, which the
 * format's own charset would garble. Returns NFC, as links in texts use it.
 */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const declaredName = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, [], false);
  const isUnicodePath = fileName !== declaredName;
  if (isUnicodePath || (generalPurposeBitFlag & 0x800) !== 0) return fileName.normalize();
  try {
    const name = new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
    return (yauzl.validateFileName(name) === null ? name : fileName).normalize();
  } catch {
    return fileName.normalize();
  }
}

const isSystemFile = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/.test(name);

function findSkipReason(entry: Entry, limits: ZipLimits, entries: ReadonlyMap<string, Entry>): string | undefined {
  const { fileName, uncompressedSize } = entry;
  if (isLink(entry)) return 'This is a link, not a file.';
  if (entry.isEncrypted()) return 'This file is encrypted.';
  if (/\.(?:zip|gz|tgz|tar|7z|rar|bz2|xz)$/i.test(fileName)) return 'This is an archive inside the archive.';
  if (uncompressedSize > limits.file) return `This file is larger than ${megabytes(limits.file)}.`;
  if (entries.has(fileName)) return 'Another file in the archive has this name.';
  return entry.canDecodeFileData() ? undefined : 'This compression method isn’t supported.';
}

/** Bytes per read of the central directory or of a small file. */
const WINDOW = 64 * 1024;

/** Reads an archive from its path. No file stays open between reads, so there is nothing to close. */
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

  /** Yields a small file, which is often in the current window already. */
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
        const buffer = Buffer.alloc(Math.max(WINDOW, length));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
        this.#window = { start: position, bytes: buffer.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
      if (this.#window.bytes.length < length) throw new RangeError('The archive ends unexpectedly.');
    }
    const from = position - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }
}

/** The library validates names and, while inflating, sizes: a file never exceeds its declared size. */
const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true };

/** Returns an entry without unneeded fields, since all entries of an archive, up to a million, are held in memory. */
function compactEntry(entry: Entry): Entry {
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

/** Formats bytes in megabytes, without decimals. */
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MB`;

/**
 * Opens an uploaded ZIP, by path or bytes, including ZIP64. Nothing is unpacked to disk, and a file's name is never
 * used as a path. Throws BAD_REQUEST, with a message, if it is no ZIP, is damaged, has paths outside of itself, or
 * exceeds the limits.
 */
export async function openZip(archive: Buffer | string, limits: ZipLimits): Promise<ZipArchive> {
  const entries = new Map<string, Entry>();
  const skipped: { name: string; reason: string }[] = [];
  let zip: ZipFile;
  let totalBytes = 0;
  try {
    zip =
      typeof archive === 'string'
        ? await yauzl.fromRandomAccessReaderPromise(new ArchiveReader(archive), (await stat(archive)).size, OPTIONS)
        : await yauzl.fromBufferPromise(archive, OPTIONS);
    if (zip.entryCount > limits.files) {
      throw reject(`This archive has more than ${limits.files.toLocaleString('en')} files.`);
    }
    for await (const entry of zip.eachEntry()) {
      const fileName = nameOf(entry);
      entry.fileName = fileName;
      if (fileName.endsWith('/') || isSystemFile(fileName)) continue;
      const reason = findSkipReason(entry, limits, entries);
      if (reason) {
        skipped.push({ name: fileName, reason });
        continue;
      }
      totalBytes += entry.uncompressedSize;
      if (totalBytes > limits.totalBytes) {
        throw reject(
          `This archive unpacks to more than ${megabytes(limits.totalBytes)}. There isn’t enough disk space.`,
        );
      }
      entries.set(fileName, compactEntry(entry));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const outside = error instanceof Error && /relative path|absolute path|invalid characters/i.test(error.message);
    throw reject(outside ? OUTSIDE : BROKEN);
  }
  return {
    names: [...entries.keys()],
    skipped,
    has: name => entries.has(name),
    sizeOf: name => entries.get(name)?.uncompressedSize ?? 0,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`The archive has no file "${name}".`);
      try {
        return await readAll(await zip.openReadStreamPromise(entry));
      } catch {
        throw reject(`“${name}” in this archive is damaged. Create or download the archive again.`);
      }
    },
  };
}
