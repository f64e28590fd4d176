import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '#app/cli.ts';
import { openBackupBucket } from '#features/backups/actions/backup-bucket.ts';
import { getBackupOverview } from '#features/backups/actions/get-backup-overview.ts';
import { runScheduledBackup, runStartedBackup, startBackup } from '#features/backups/actions/run-backup.ts';
import { runBackupProcess } from '#features/backups/actions/run-backup-process.ts';
import type { BackupOverview } from '#features/backups/contract/index.ts';
import { createDatabase } from '#platform/database/database.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { expectApiError, getApi, postApi, requestApi } from '#tests/support/api-client.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { createEmptyDatabase, createTestSite, type TestSite } from '#tests/support/test-site.ts';
import { createSignedInUser } from '#tests/support/user-factory.ts';

const MEGABYTE = 1024 * 1024;
let folder: string;
let site: TestSite;
let owner: { cookie: string };
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
let freeBytes = Infinity;

beforeAll(async () => {
  // The database server of a verification runs as another account if this one is root.
  folder = await mkdtemp(join(tmpdir(), 'freehold-scheduled-'));
  site = await createTestSite({
    now: () => now,
    disk: { free: async () => freeBytes },
    environment: { DATA_DIR: folder },
  });
  owner = await createSignedInUser(site, { role: 'owner' });
  await site.db.$client.query(`update site_sections set content = content || '{"timeZone": "Europe/Berlin"}'
    where key = 'profile'`);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  freeBytes = Infinity;
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await rm(join(folder, 'backups'), { recursive: true, force: true });
  await site.db.$client.query('delete from backup_runs');
  await site.db.$client.query(
    "update backup_settings set is_scheduled = true, hour = 3, scheduled_since = '2026-11-20T12:00:00Z'",
  );
});

const services = () => ({ ...site.http.services, log: site.log.log });
/** Backs up as the owner's button does, without waiting for the job queue. */
async function backUpNow() {
  await startBackup(services());
  const { rows } = await site.db.$client.query<{ id: number }>('select max(id) as id from backup_runs');
  await runStartedBackup(services(), rows[0]?.id ?? 0);
  await site.db.$client.query('delete from pgboss.job');
}
const names = async () =>
  (await readdir(join(folder, 'backups')).catch(() => [])).toSorted((one, other) => one.localeCompare(other));
const list = () => getApi<BackupOverview>(site, '/backups', owner.cookie);
const at = (text: string) => {
  now = Temporal.Instant.from(text);
};

describe('a scheduled backup', () => {
  it('is written and restored as a test once a day, at the owner’s hour', async () => {
    await runScheduledBackup(services());
    expect(await names()).toEqual([]);
    expect((await list()).nextAt).toBe('2026-11-21T02:00:00Z');

    at('2026-11-21T02:00:01Z');
    await runScheduledBackup(services());
    await runScheduledBackup(services());
    expect(await names()).toEqual(['freehold-20261121T020001Z.tar.zst']);
    expect(await list()).toMatchObject({
      current: null,
      last: { status: 'completed', errorMessage: null },
      items: [{ name: 'freehold-20261121T020001Z.tar.zst', verifiedAt: expect.any(String), problems: [] }],
      nextAt: '2026-11-22T02:00:00Z',
    });
    // The test leaves nothing behind.
    expect(existsSync(join(folder, 'backup-check'))).toBe(false);

    at('2026-11-22T01:59:59Z');
    await runScheduledBackup(services());
    expect(await names()).toHaveLength(1);
  });

  // It is restored twice, and a passphrase is slow to use on purpose.
  it('is encrypted with the passphrase, tested, and not listed after a restore', async () => {
    const backupEncryption = { passphrase: 'a long passphrase', secretKey: Buffer.alloc(32, 7) };
    const encrypted = { ...services(), backupEncryption };
    at('2026-11-21T02:00:01Z');
    await runScheduledBackup(encrypted);
    const NAME = 'freehold-20261121T020001Z.tar.zst.age';
    expect(await names()).toEqual([NAME]);
    expect(await getBackupOverview(encrypted)).toMatchObject({
      isEncrypted: true,
      last: { status: 'completed' },
      items: [{ name: NAME, verifiedAt: expect.any(String), problems: [] }],
    });
    expect((await list()).isEncrypted).toBe(false);

    const target = await createEmptyDatabase();
    const restored = createDatabase(target.connectionString, 'jobs');
    onTestFinished(async () => {
      await restored.$client.end();
      await target.drop();
    });
    const environment = {
      BACKUP_PASSPHRASE: backupEncryption.passphrase,
      DATABASE_URL: target.connectionString,
      DATA_DIR: join(folder, 'restored-encrypted'),
    };
    const output = { write: () => true };
    const terminal = { env: environment, stdin: Readable.from(['']), stdout: output, stderr: output };
    expect(await runCommand(['restore', join(folder, 'backups', NAME)], terminal)).toBe(0);
    // The backup contained its own row as unfinished.
    expect((await restored.$client.query('select * from backup_runs')).rows).toEqual([]);
  });

  it('is not written while the schedule is off', async () => {
    const off = await postApi(
      site,
      '/backups/settings',
      { isScheduled: false, hour: '5' },
      { cookie: owner.cookie, method: 'PATCH' },
    );
    expect(off.statusCode).toBe(200);
    at('2026-11-25T12:00:00Z');
    await runScheduledBackup(services());
    expect(await names()).toEqual([]);
    expect(await list()).toMatchObject({ isScheduled: false, hour: 5, nextAt: null });
  });

  it('that failed is retried an hour later, and leaves no file', async () => {
    at('2026-11-21T02:00:01Z');
    freeBytes = 70 * MEGABYTE;
    await runScheduledBackup(services());
    expect(await names()).toEqual([]);
    expect((await list()).last).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(/^The backup needs \d+ MB of free disk space, and there are 6 MB\.$/),
    });
    expect(site.log.takeErrors()).toHaveLength(1);

    freeBytes = Infinity;
    at('2026-11-21T03:00:01Z');
    await runScheduledBackup(services());
    expect(await names()).toHaveLength(1);
  });

  it('deletes expired backups of each kind, and nothing else', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups, { recursive: true });
    const days = Array.from({ length: 30 }, (_, day) => `202610${String(day + 1).padStart(2, '0')}`);
    const others = [
      'notes.txt',
      'freehold-mine.tar.zst',
      'freehold-20251399T250000Z.tar.zst',
      'before-upgrade-freehold-20250101T000000Z.tar.zst',
    ];
    for (const name of [...days.map(day => `freehold-${day}T030000Z.tar.zst`), ...others]) {
      await writeFile(join(backups, name), 'x');
    }
    at('2026-11-21T02:00:01Z');
    await runScheduledBackup(services());
    const left = await names();
    expect(left).toEqual(expect.arrayContaining([...others, 'freehold-20261121T020001Z.tar.zst']));
    // The last 7 days with a backup are October 25 to 30 and November 21; the weeks end on October 18, 25, 30.
    expect(left.filter(name => name.startsWith('freehold-2026'))).toEqual([
      'freehold-20261018T030000Z.tar.zst',
      ...['25', '26', '27', '28', '29', '30'].map(day => `freehold-202610${day}T030000Z.tar.zst`),
      'freehold-20261121T020001Z.tar.zst',
    ]);
  });
});

describe('the test of a backup', () => {
  it.each([
    [
      'a missing file',
      "insert into stored_files (name, bytes, sha256) values ('documents/gone.pdf', 1, decode(repeat('00', 32), 'hex'))",
      "delete from stored_files where name = 'documents/gone.pdf'",
      '1 file is missing on the site: documents/gone.pdf.',
    ],
    [
      'a gap in the invoice numbers',
      "insert into billing_document_sequences (series, year, last_number) values ('', 2026, 7)",
      'delete from billing_document_sequences',
      'Billing documents 2026: 0 exist, but the last number is 7.',
    ],
  ])('finds %s, and then deletes no other backup', async (_name, damage, repair, problem) => {
    const backups = join(folder, 'backups');
    await mkdir(backups, { recursive: true });
    const old = ['freehold-20200101T000000Z.tar.zst', 'freehold-20200101T010000Z.tar.zst'];
    for (const name of old) await writeFile(join(backups, name), 'x');
    await site.db.$client.query(damage);
    try {
      await backUpNow();
    } finally {
      await site.db.$client.query(repair);
    }
    expect(site.log.takeErrors()).toContainEqual(expect.objectContaining({ msg: 'a backup has problems' }));
    expect((await list()).items[0]?.problems).toEqual([problem]);
    expect(await names()).toEqual([...old, 'freehold-20261120T120000Z.tar.zst']);
  });
});

describe('the process of a backup', () => {
  it.each([
    ['ends early', 'process.exit(3)', 'The backup’s process ended early (3).'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'The backup’s process ended early (SIGKILL).'],
  ])('that %s fails the backup', async (_name, program, errorMessage) => {
    const path = join(folder, 'backup-process.mjs');
    await writeFile(path, program);
    const [node = '', vitest = '', ...others] = process.argv;
    process.argv = [node, path];
    at('2026-11-21T02:00:01Z');
    try {
      await runScheduledBackup(services(), runBackupProcess);
    } finally {
      process.argv = [node, vitest, ...others];
    }
    expect((await list()).current).toBeNull();
    expect((await list()).last).toMatchObject({ status: 'failed', errorMessage });
    expect(site.log.takeErrors()).toHaveLength(1);
  });
});

describe('the backup folder', () => {
  it('lists no incomplete backup, and deletes those of killed processes after two days', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups, { recursive: true });
    const partial = (name: string, id: string) => `freehold-20261118T030000Z.${name}.partial-${id}`;
    const [old, recent] = [
      partial('tar.zst.age', '11111111-1111-4111-8111-111111111111'),
      partial('tar.zst', '22222222-2222-4222-8222-222222222222'),
    ];
    for (const name of [old, recent]) await writeFile(join(backups, name), 'x');
    await utimes(join(backups, old), new Date('2026-11-18T11:59:00Z'), new Date('2026-11-18T11:59:00Z'));
    await utimes(join(backups, recent), new Date('2026-11-18T12:01:00Z'), new Date('2026-11-18T12:01:00Z'));
    expect((await list()).items).toEqual([]);
    await backUpNow();
    expect(await names()).toEqual([recent, 'freehold-20261120T120000Z.tar.zst']);
    expect((await list()).items.map(({ name }) => name)).toEqual(['freehold-20261120T120000Z.tar.zst']);
  });
});

describe('the API', () => {
  it('starts one backup at a time', async () => {
    await site.db.$client.query('delete from pgboss.job');
    const start = () => postApi(site, '/backups', {}, { cookie: owner.cookie });
    expect((await start()).statusCode).toBe(200);
    expect((await list()).current).toMatchObject({ status: 'writing', bytes: 0 });
    expectApiError(await start(), 'CONFLICT');
    const jobs = await site.db.$client.query("select from pgboss.job where name = 'manual-backup'");
    expect(jobs.rowCount).toBe(1);
    await site.db.$client.query('delete from pgboss.job; delete from backup_runs');
    await site.db.$client.query(`insert into backup_runs (file_name, is_scheduled, status, started_at, updated_at)
      values ('x', true, 'verifying', '2026-11-20T11:00:00Z', '2026-11-20T11:58:00Z')`);
    expectApiError(await start(), 'CONFLICT');
    expect((await list()).current).toMatchObject({ status: 'verifying' });
    // Its process was killed.
    await site.db.$client.query("update backup_runs set updated_at = '2026-11-20T11:50:00Z'");
    expect(await list()).toMatchObject({ current: null, last: { status: 'verifying' } });
    expect((await start()).statusCode).toBe(200);
    await site.db.$client.query('delete from pgboss.job');
  });

  it.each(['24', '-1', 'x', ''])('rejects the hour “%s”', async hour => {
    const answer = await postApi(
      site,
      '/backups/settings',
      { isScheduled: true, hour },
      { cookie: owner.cookie, method: 'PATCH' },
    );
    expect(Object.keys(expectApiError(answer, 'BAD_REQUEST').fields)).toEqual(['hour']);
    expect((await list()).hour).toBe(3);
  });
});

describe('downloads', () => {
  const download = (name: string, cookie?: string) =>
    site.http.app.inject({ url: dashboardPaths.backupDownload(name), headers: cookie ? { cookie } : {} });
  const prepare = (name: string, cookie: string) => postApi(site, '/backups/downloads', { name }, { cookie });
  const NAME = 'freehold-20261120T120000Z.tar.zst';

  beforeEach(async () => {
    await mkdir(join(folder, 'backups'), { recursive: true });
    await writeFile(join(folder, 'backups', NAME), 'the backup');
    await writeFile(join(folder, 'secret.key'), 'the key');
  });

  it('give the owner a backup and the secret key after a recent sign-in', async () => {
    expect((await prepare(NAME, owner.cookie)).json()).toEqual({ path: dashboardPaths.backupDownload(NAME) });
    const answer = await download(NAME, owner.cookie);
    expect(answer.body).toBe('the backup');
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="${NAME}"`,
      'cache-control': 'no-store',
    });
    expect((await list()).secretKeyDownloadedAt).toBeNull();
    expect((await download('secret.key', owner.cookie)).body).toBe('the key');
    expect((await list()).secretKeyDownloadedAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it('ask for the password after five minutes', async () => {
    at('2026-11-20T12:06:00Z');
    const error = expectApiError(await prepare(NAME, owner.cookie), 'FORBIDDEN');
    expect(error.fields).toHaveProperty('currentPassword');
    const answer = await download(NAME, owner.cookie);
    expect(answer.statusCode).toBe(302);
    expect(answer.body).not.toContain('the backup');
  });

  it('are refused to others, and for other files', async () => {
    const member = await createSignedInUser(site);
    for (const name of [NAME, 'secret.key']) {
      expectApiError(await download(name, member.cookie), 'FORBIDDEN');
      expectApiError(await prepare(name, member.cookie), 'FORBIDDEN');
      expectApiError(await download(name), 'UNAUTHORIZED');
    }
    expectApiError(await requestApi(site, '/backups', member.cookie), 'FORBIDDEN');
    for (const name of ['..%2Fsecret.key', 'freehold-20200101T000000Z.tar.zst', `${NAME}.partial-1`, 'notes.txt']) {
      expectApiError(await download(name, owner.cookie), 'NOT_FOUND');
      expectApiError(await prepare(name, owner.cookie), 'NOT_FOUND');
    }
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('the key');
  });
});

describe('a bucket', () => {
  it('gets the backups instead of the folder, loses expired ones, and can be restored from', async () => {
    const s3 = await startS3Server();
    const { settings, objects } = s3;
    const environment = {
      BACKUP_S3_ENDPOINT: settings.endpoint,
      BACKUP_S3_REGION: settings.region,
      BACKUP_S3_BUCKET: settings.bucket,
      BACKUP_S3_ACCESS_KEY_ID: settings.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      BACKUP_S3_FORCE_PATH_STYLE: 'true',
    };
    const backupBucket = openBackupBucket(settings, new TemporaryFolder(join(folder, 'temporary')));
    const withBucket = { ...services(), backupBucket };
    const overview = () => getBackupOverview(withBucket);
    try {
      for (const hour of ['00', '01']) objects.set(`freehold-20200101t${hour}0000z.tar.zst`, Buffer.from('x'));
      objects.set('other.txt', Buffer.from('not a backup'));
      at('2026-11-21T02:00:01Z');
      await runScheduledBackup(withBucket);
      expect(await names()).toEqual([]);
      expect([...objects.keys()]).toEqual([
        'freehold-20200101t010000z.tar.zst',
        'other.txt',
        'freehold-20261121t020001z.tar.zst',
      ]);
      expect(await overview()).toMatchObject({
        location: `the bucket my-site at ${new URL(settings.endpoint).host}`,
        bucketErrorMessage: null,
        items: [
          { name: 'freehold-20261121t020001z.tar.zst', problems: [], verifiedAt: expect.any(String) },
          { name: 'freehold-20200101t010000z.tar.zst', verifiedAt: null },
        ],
      });

      const target = await createEmptyDatabase();
      const errors: string[] = [];
      const run = (name: string) =>
        runCommand(['restore', name], {
          env: { ...environment, DATABASE_URL: target.connectionString, DATA_DIR: join(folder, 'restored') },
          stdin: Readable.from(['']),
          stdout: { write: () => true },
          stderr: { write: text => errors.push(String(text)) > 0 },
        });
      expect(await run('freehold-20261122t020001z.tar.zst')).toBe(1);
      expect(errors.join('')).toMatch(/freehold-20261122t020001z\.tar\.zst can’t be read\.\n$/);
      expect(await run('freehold-20261121T020001Z.tar.zst')).toBe(0);
      const restored = createDatabase(target.connectionString, 'jobs');
      const { rows } = await restored.$client.query('select count(*)::int as users from users');
      expect(rows).toEqual([{ users: expect.toSatisfy((users: number) => users > 0) }]);
      await restored.$client.end();
      await target.drop();
      expect(await readdir(join(folder, 'restored/temporary'))).toEqual([]);

      // The bucket rejects the upload, so the backup stays in the folder. It replaces that of the attempt an hour ago,
      // so the disk doesn't fill up.
      await writeFile(join(folder, 'backups/freehold-20261122T010001Z.tar.zst'), 'x');
      s3.fail(403, 100);
      at('2026-11-22T02:00:01Z');
      await runScheduledBackup(withBucket);
      expect(await names()).toEqual(['freehold-20261122T020001Z.tar.zst']);
      expect(await overview()).toMatchObject({
        bucketErrorMessage: 'The file store returned 403 (AccessDenied).',
        last: { status: 'failed', errorMessage: 'The file store returned 403 (AccessDenied).' },
        items: [{ name: 'freehold-20261122T020001Z.tar.zst' }],
      });
      expect(site.log.takeErrors()).toHaveLength(1);
    } finally {
      await s3.close();
    }
  });

  it('leaves no copy of a backup if the owner stops its download before it begins', async () => {
    const s3 = await startS3Server();
    const name = 'freehold-20261121t020001z.tar.zst';
    s3.objects.set(name, Buffer.from('the backup'));
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
    const other = await createTestSite({
      now: () => now,
      environment: {
        DATA_DIR: join(folder, 'other'),
        BACKUP_S3_ENDPOINT: endpoint,
        BACKUP_S3_REGION: region,
        BACKUP_S3_BUCKET: bucket,
        BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
        BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
    const copied = vi.spyOn(TemporaryFolder.prototype, 'write');
    try {
      const { cookie } = await createSignedInUser(other, { role: 'owner' });
      const address = await other.http.app.listen({ port: 0, host: '127.0.0.1' });
      s3.fail('slow');
      const stop = new AbortController();
      const url = address + dashboardPaths.backupDownload(name);
      const download = fetch(url, { headers: { cookie }, signal: stop.signal });
      await vi.waitFor(() => expect(copied).toHaveBeenCalled(), 10_000);
      stop.abort();
      await expect(download).rejects.toThrow();
      await vi.waitFor(() => expect(copied.mock.settledResults[0]?.type).toBe('fulfilled'), 10_000);
      const path = copied.mock.settledResults[0]?.value as string;
      await vi.waitFor(() => expect(existsSync(path)).toBe(false), 10_000);
    } finally {
      copied.mockRestore();
      await other.close();
      await s3.close();
    }
  });
});
