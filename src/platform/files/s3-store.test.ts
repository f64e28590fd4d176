import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Fault, startS3Server, type TestS3Server } from '#tests/support/s3-server.ts';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';
import { LocalFile, TemporaryFolder } from './local-file.ts';
import { PART_BYTES } from './s3-parts.ts';
import { createS3Store } from './s3-store.ts';

let server: TestS3Server;
let store: FileStore;
let folder: string;
let temporary: TemporaryFolder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freehold-s3-'));
  temporary = new TemporaryFolder(join(folder, 'temporary'));
  server = await startS3Server();
  store = createS3Store(server.settings, { limit: 200, firstWait: 5, temporary });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const NAME = 'pictures/ab12-800.avif';
const bytes = Buffer.from([0, 255, 1]);

describe('the file store on S3', () => {
  it('returns written files, and nothing for other names', async () => {
    expect(await store.read(NAME)).toBeUndefined();
    expect(await store.open(NAME)).toBeUndefined();
    expect(await store.has(NAME)).toBe(false);
    await store.write(NAME, bytes);
    expect([...server.objects]).toEqual([[NAME, bytes]]);
    expect(await store.read(NAME)).toEqual(bytes);
    expect(await store.has(NAME)).toBe(true);
    const file = await store.open(NAME);
    expect(file?.bytes).toBe(3);
    if (file) expect(await buffer(file.stream)).toEqual(bytes);
    await store.remove(NAME);
    await store.remove(NAME);
    expect(server.objects.size).toBe(0);
  });

  it('overwrites existing files, and stores a Blob completely', async () => {
    await store.write(NAME, Buffer.from('a long first text'));
    await store.write(NAME, new File([new Uint8Array(300_000).fill(7)], 'planted-name.zip'));
    expect(server.objects.get(NAME)?.equals(Buffer.alloc(300_000, 7))).toBe(true);
  });

  it('writes a large file in parts, and returns it as a local copy', async () => {
    const path = join(folder, 'large');
    // A part must arrive within two minutes, also over a slow connection.
    await writeFile(path, Buffer.alloc(17 * 1024 * 1024, 'abc'));
    const large = await LocalFile.open(path, 'planted-name.zip', '');
    const patient = createS3Store(server.settings, { limit: 20_000, temporary });
    server.fail(503);
    await patient.write(NAME, large);
    expect(server.requests.filter(line => line.includes('partNumber=')).length).toBe(3);
    const copy = await patient.local(NAME);
    const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(sum(await readFile(copy?.path ?? ''))).toBe(sum(await readFile(path)));
    await copy?.release();
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
    expect(await patient.local('no/such')).toBeUndefined();
  });

  it('recognizes a multipart upload that was completed although its response was lost', async () => {
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(PART_BYTES + 5));
    server.loseCompletion();
    const patient = createS3Store(server.settings, { limit: 20_000, firstWait: 5, temporary });
    await patient.write(NAME, await LocalFile.open(path, '', ''));
    expect(server.objects.get(NAME)?.length).toBe(PART_BYTES + 5);
  });

  it('leaves no part behind if a multipart upload fails', async () => {
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(PART_BYTES + 5));
    server.failParts();
    const patient = createS3Store(server.settings, { limit: 20_000, temporary });
    await expect(patient.write(NAME, await LocalFile.open(path, '', ''))).rejects.toThrow(FileStoreUnavailableError);
    expect(server.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
    expect([server.objects.size, server.parts.size]).toEqual([0, 0]);
  });

  it.each(['../outside.txt', '/etc/passwd', 'a//b', '', '.hidden', 'a b', 'a?b', 'A.txt', 'a%2fb'])(
    'rejects the name %j in every method, without a request',
    async name => {
      await expect(store.read(name)).rejects.toThrow(RangeError);
      await expect(store.open(name)).rejects.toThrow(RangeError);
      await expect(store.write(name, bytes)).rejects.toThrow(RangeError);
      await expect(store.has(name)).rejects.toThrow(RangeError);
      await expect(store.remove(name)).rejects.toThrow(RangeError);
      expect(server.requests).toEqual([]);
    },
  );

  it('retries temporary failures', async () => {
    await store.write(NAME, bytes);
    server.fail(503, 2);
    expect(await store.read(NAME)).toEqual(bytes);
    server.fail(500);
    await store.write(NAME, Buffer.from('new'));
    expect(String(server.objects.get(NAME))).toBe('new');
    server.fail('silence');
    expect(await store.has(NAME)).toBe(true);
  });

  it.each<[string, S3Fault, RegExp]>([
    ['fails on and on', 500, /returned 500 \(InternalError\)/],
    ['is silent', 'silence', /timed out/],
    ['forbids it', 403, /returned 403 \(AccessDenied\)/],
  ])('throws if the store %s, keeps existing files, and reveals no keys', async (_what, trouble, says) => {
    await store.write(NAME, bytes);
    for (const act of [
      () => store.read(NAME),
      () => store.has(NAME),
      () => store.write(NAME, Buffer.from('new')),
      () => store.remove(NAME),
    ]) {
      server.fail(trouble, 3);
      const error: unknown = await act().then(
        () => 'it worked',
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(FileStoreUnavailableError);
      // A response to HEAD has no body with details.
      expect((error as Error).message).toMatch(/^The file store /);
      expect((error as Error).message).not.toMatch(/AKID|planted/);
    }
    server.fail(trouble, 3);
    await expect(store.read(NAME)).rejects.toThrow(says);
    server.fail(200, 0);
    expect(await store.read(NAME)).toEqual(bytes);
  });

  it('throws if the response breaks off', async () => {
    await store.write(NAME, bytes);
    server.fail('half');
    await expect(store.read(NAME)).rejects.toThrow(FileStoreUnavailableError);
  });

  it('throws if the response to a multipart upload breaks off', async () => {
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(PART_BYTES + 5));
    const large = await LocalFile.open(path, '', '');
    server.fail('half');
    await expect(store.write(NAME, large)).rejects.toThrow(FileStoreUnavailableError);
  });

  it('limits the time until a stream begins, not until it has been read', async () => {
    await store.write(NAME, bytes);
    server.fail('slow');
    const file = await store.open(NAME);
    expect(file && (await buffer(file.stream))).toEqual(bytes);
    server.fail('slow');
    const copy = await store.local(NAME);
    expect(copy && (await readFile(copy.path))).toEqual(bytes);
    await copy?.release();
    server.fail('slow', 3);
    await expect(store.read(NAME)).rejects.toThrow(/timed out/);
    server.fail('silence', 6);
    await expect(store.open(NAME)).rejects.toThrow(/timed out/);
    await expect(store.local(NAME)).rejects.toThrow(/timed out/);
  });

  it('names the reason of a redirect, such as another region, without following it', async () => {
    server.fail(301, 3);
    await expect(store.read(NAME)).rejects.toThrow('The file store returned 301 (InternalError).');
    expect(server.requests).toHaveLength(1);
  });

  it('throws if nothing is listening', async () => {
    await server.close();
    await expect(store.read(NAME)).rejects.toThrow(/^The file store does not respond: .*ECONNREFUSED/);
  });

  it('throws for wrong keys, and for a missing bucket', async () => {
    const forged = createS3Store({ ...server.settings, secretAccessKey: 'another' }, { temporary });
    await expect(forged.write(NAME, bytes)).rejects.toThrow(/SignatureDoesNotMatch/);
    const elsewhere = createS3Store({ ...server.settings, bucket: 'elsewhere' }, { temporary });
    await expect(elsewhere.write(NAME, bytes)).rejects.toThrow('The bucket “elsewhere” does not exist.');
    expect(server.objects.size).toBe(0);
  });

  it('puts the bucket in the path of an IP address, which can’t have a subdomain', async () => {
    const numeric = createS3Store({ ...server.settings, pathStyle: false }, { temporary });
    await numeric.write(NAME, bytes);
    expect(server.requests).toEqual([`PUT /${server.settings.bucket}/${NAME}`]);
  });

  it('puts the bucket in the host by default', async () => {
    const { port } = new URL(server.settings.endpoint);
    const hosted = createS3Store(
      { ...server.settings, endpoint: `http://s3.localhost:${port}/base/`, pathStyle: false },
      { limit: 200, firstWait: 5, temporary },
    );
    await expect(hosted.has(NAME)).rejects.toThrow(FileStoreUnavailableError);
    // Requests reach this server only if the host resolves; the bucket is never in the path.
    expect(server.requests.every(line => line.endsWith(`/base/${NAME}`))).toBe(true);
  });
});
