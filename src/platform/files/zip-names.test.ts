import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openZip } from './zip-reader.ts';

const limits = { files: 10, file: 1_000_000, totalBytes: 2_000_000 };

/**
 * Returns an archive of one stored file with any bytes as its name, with or without the UTF-8 flag and an extra field.
 */
function zipNamed(
  name: Buffer,
  { flags = 0, extra = Buffer.alloc(0) }: { flags?: number; extra?: Buffer } = {},
): Buffer {
  const bytes = Buffer.from('words');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, bytes]);
  common.writeUInt16LE(extra.length, 24);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u001E\u0003', 'latin1'),
    common,
    Buffer.alloc(14),
    name,
    extra,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** Info-ZIP's Unicode Path extra field (0x7075): version, checksum of the ordinary name, name in UTF-8. */
function unicodePath(ordinary: Buffer, name: string): Buffer {
  const utf8 = Buffer.from(name);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + utf8.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(ordinary), 5);
  return Buffer.concat([field, utf8]);
}

const CP437 = Buffer.from([0x6d, 0x81, 0x72, 0x2e, 0x6d, 0x64]);

describe('the name of a file in an archive', () => {
  it.each([
    ['UTF-8 with its flag', zipNamed(Buffer.from('mür/日本.md'), { flags: 0x800 }), 'mür/日本.md'],
    ['UTF-8 without the flag', zipNamed(Buffer.from('mür/日本.md')), 'mür/日本.md'],
    ['decomposed letters of macOS', zipNamed(Buffer.from('mu\u0308r.md')), 'mür.md'],
    ['the format’s own charset', zipNamed(CP437), 'mür.md'],
    ['the Unicode Path field', zipNamed(CP437, { extra: unicodePath(CP437, '日本.md') }), '日本.md'],
    [
      'a Unicode Path field of another name',
      zipNamed(CP437, { extra: unicodePath(Buffer.from('x'), '日本.md') }),
      'mür.md',
    ],
  ])('is read from %s', async (_what, bytes, name) => {
    const zip = await openZip(bytes, limits);
    expect(zip.names).toEqual([name]);
    expect(String(await zip.read(name))).toBe('words');
  });

  it('never leads outside, in any encoding', async () => {
    await expect(openZip(zipNamed(Buffer.from('../ü.md')), limits)).rejects.toThrow(/outside of itself/);
  });
});
