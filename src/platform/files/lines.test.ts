import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LinePosition, LineReader, LineWriter, readLines } from './lines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freehold-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function linesOf(stream: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(stream)) lines.push(line);
  return lines;
}

describe('a file of lines', () => {
  it('is read line by line and by position, with any characters and line lengths', async () => {
    const path = join(folder, 'lines');
    const lines = ['', 'ünï 🌊', 'a\u2028b\r', 'x'.repeat(1_500_000), '', 'last'];
    const writer = await LineWriter.create(path);
    const places: LinePosition[] = [];
    for (const line of lines) places.push(await writer.add(line));
    await writer.close();
    expect((await stat(path)).size).toBe(writer.bytes);
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    expect(await linesOf(createReadStream(path))).toEqual(lines);
    const reader = await LineReader.open(path);
    for (const [index, place] of [...places.entries()].toReversed()) {
      expect(await reader.read(place)).toBe(lines[index]);
    }
    await expect(reader.read({ start: writer.bytes - 1, length: 2 })).rejects.toThrow(RangeError);
    await reader.close();
  });

  it('is not overwritten', async () => {
    const path = join(folder, 'once');
    await (await LineWriter.create(path)).close();
    await expect(LineWriter.create(path)).rejects.toThrow(/EEXIST/);
  });
});

it('returns the same lines for any chunks of the stream', async () => {
  const bytes = Buffer.from('ab\n🌊\n\nend');
  for (let size = 1; size <= bytes.length; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(await linesOf(Readable.from(parts))).toEqual(['ab', '🌊', '', 'end']);
  }
});
