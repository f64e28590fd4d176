import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether it is already compressed, as images are. */
  readonly packed?: boolean;
}

const compress = promisify(deflateRaw);

/** 1980-01-01 00:00, the earliest time in a ZIP. All files have it, so equal files give equal bytes. */
const DOS_EPOCH = 0x21 << 16;

/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8_NAMES = 0x800;

/** From these values on, a field refers to the ZIP64 record (APPNOTE 4.4.1.4). */
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const ZIP64_VERSION = 45;

/** Central directory records per chunk. Held separately, they would take three times the memory. */
const BATCH = 1000;

/**
 * Packs files as they arrive, and yields the archive in chunks. Holds one file at a time and waits for a slow reader.
 * Writes ZIP64 records if the archive exceeds 65,535 files or 4 GiB (APPNOTE 4.3.14 to 4.3.16). Throws RangeError for a
 * single file of 4 GiB or more.
 */
export async function* createZip(files: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  const batch: Uint8Array[] = [];
  let offset = 0;
  let count = 0;
  let size = 0;
  for await (const { name, bytes, packed } of files) {
    if (bytes.length >= FULL_32) throw new RangeError(`"${name}" is too large for an archive.`);
    const content = packed ? bytes : await compress(bytes, { level: 6 });
    const encoded = Buffer.from(name);
    const fields = createFields(bytes, content, encoded, packed ? STORED : DEFLATED);
    const header = Buffer.concat([signature(0x04034b50), fields, Buffer.alloc(2), encoded]);
    const record = createRecord(fields, encoded, offset);
    // Copied, since a slice of Node's pool would keep the complete pool buffer in memory.
    batch.push(new Uint8Array(record));
    if (batch.length === BATCH) directory.push(Buffer.concat(batch.splice(0)));
    yield header;
    yield content;
    offset += header.length + content.length;
    size += record.length;
    count++;
  }
  yield* directory;
  yield Buffer.concat(batch);
  yield createEnd(count, size, offset);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Returns the fields that a local header and a central directory record share, up to the length of the name. */
function createFields(bytes: Uint8Array, content: Uint8Array, name: Buffer, method: number): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(DOS_EPOCH, 6);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** Returns a file's central directory record (APPNOTE 4.3.12), with the offset of its local header (4.5.3). */
function createRecord(fields: Buffer, name: Buffer, offset: number): Buffer {
  const isZip64 = offset >= FULL_32;
  const extra = Buffer.alloc(isZip64 ? 12 : 0);
  if (isZip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const rest = Buffer.alloc(16);
  rest.writeUInt16LE(extra.length, 0);
  rest.writeUInt32LE(isZip64 ? FULL_32 : offset, 12);
  const version = Buffer.alloc(2);
  version.writeUInt16LE(isZip64 ? ZIP64_VERSION : VERSION);
  return Buffer.concat([signature(0x02014b50), version, version, fields.subarray(2), rest, name, extra]);
}

/** Returns the end of central directory: `count` records in `size` bytes from `offset` (APPNOTE 4.3.14 to 4.3.16). */
function createEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, FULL_16), 8);
  end.writeUInt16LE(Math.min(count, FULL_16), 10);
  end.writeUInt32LE(Math.min(size, FULL_32), 12);
  end.writeUInt32LE(Math.min(offset, FULL_32), 16);
  if (count < FULL_16 && size < FULL_32 && offset < FULL_32) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(ZIP64_VERSION, 12);
  record.writeUInt16LE(ZIP64_VERSION, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}
