import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listMigrations } from '#platform/database/migrate.ts';
import { type ApiUser, createApiUser } from '#tests/support/api-user.ts';
import { crashFixture } from '#tests/support/crash-fixture.ts';
import { queryDatabase } from '#tests/support/embedded-postgres-fixture.ts';
import { isStable, type Read, readSite } from '#tests/support/read-site.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { joinSite, setUpOwner, useSite } from '#tests/support/use-site.ts';
import { waitForJobs } from '#tests/support/wait-for-jobs.ts';
import { unpackLastRelease } from './last-release.ts';

let lastRelease: Awaited<ReturnType<typeof unpackLastRelease>>;
let pages: string[];
/** Whether the current program updates its database. */
let isPending: boolean;
beforeAll(async () => {
  lastRelease = await unpackLastRelease();
  const assets = await readFile(join(lastRelease.folder, 'dist/assets.json'), 'utf8');
  const declared = Object.keys((JSON.parse(assets) as { pagePreloads: object }).pagePreloads);
  // The dashboard's pages show what the API returns.
  pages = declared.filter(page => !/[:*]|^\/dashboard\//.test(page));
  const migrations = await listMigrations(join(import.meta.dirname, '../../migrations'));
  isPending = migrations.some(name => !lastRelease.migrations.includes(name));
});
afterAll(() => lastRelease.remove());

/**
 * Returns data without what newer versions may change: messages about payment terms and events, and the amount due of all
 * orders, which overpayments lowered in 1.0.0.
 */
const withoutChanges = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (key, value: unknown) => {
      if (key === 'totals' && Array.isArray(value)) {
        return (value as object[]).map(total => ({ ...total, amountDue: undefined }));
      }
      if (typeof value !== 'object' || value === null || !('message' in value)) return value;
      if (!('term' in value || 'occurredAt' in value)) return value;
      const { message: _message, ...rest } = value;
      return rest;
    }),
  );

/** Checks that a site still responds as it did. Newer versions may add fields, but not change or remove them. */
function expectSame(actual: Readonly<Record<string, Read>>, before: Readonly<Record<string, Read>>): void {
  const statuses = Object.entries(before).map(([path, { status }]) => [path, { status }] as const);
  expect(JSON.stringify(statuses.filter(([, { status }]) => status >= 500))).toEqual('[]');
  expect(actual).toMatchObject(Object.fromEntries(statuses));
  for (const [path, { json }] of Object.entries(before)) {
    if (json !== null && isStable(path)) expect(actual[path], path).toMatchObject({ json: withoutChanges(json) });
  }
}

/** Starts the last release on a new site with an owner, and a mail server. Both stop after the test. */
async function startLastRelease(settings: Record<string, string> = {}) {
  const site = await crashFixture();
  const mail = await startSmtpServer();
  onTestFinished(async () => {
    await site.close();
    await mail.close();
  });
  // Otherwise, it would start on a copy of a data folder that the current program created.
  await mkdir(site.dataFolder);
  const environment = {
    ...settings,
    DATA_DIR: site.dataFolder,
    SITE_URL: site.origin,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Mira <mira@site.example>',
    TRUSTED_PROXIES: 'loopback',
  };
  const cache = { NODE_COMPILE_CACHE: join(lastRelease.folder, 'cache') };
  const output = await site.start({ ...environment, ...cache }, /\/set-up\/\S+\n/, lastRelease.folder);
  const visit = () => createApiUser(site.origin);
  const owner = visit();
  await setUpOwner(owner, output);
  return { site, mail, environment, visit, owner };
}

test('the current program keeps everything in the data folder of the last release', async () => {
  const { site, environment, visit, owner } = await startLastRelease();
  const used = await useSite(visit, owner, 'before');
  await waitForJobs(site.ownDatabase);
  const before = await readSite(owner, used, pages);
  await site.end();

  await site.start(environment);
  expectSame(await readSite(owner, used, pages), before);
  const backups = await readdir(join(site.dataFolder, 'backups')).catch(() => []);
  expect(backups.filter(name => name.startsWith('before-upgrade-'))).toHaveLength(isPending ? 1 : 0);
});

test('the last release keeps working while the current program runs on its database', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const last = await startLastRelease({ DATABASE_URL: database.connectionString });
  const { mail, environment, visit, owner } = last;
  const today = await crashFixture();
  onTestFinished(() => today.close());
  await useSite(visit, owner, 'before');

  await today.start(environment);
  const usedByLast = await useSite(visit, owner, 'after');
  await joinSite(visit(), mail, 'lin@site.example');
  const visitToday = () => createApiUser(today.origin, last.site.origin);
  const ownerToday = createApiUser(today.origin, last.site.origin, owner.cookies);
  const usedByToday = await useSite(visitToday, ownerToday, 'today');
  await waitForJobs(database.connectionString);
  const used = { ...usedByToday, post: usedByLast.post, order: usedByLast.order };
  const [seenByLast, seenByToday] = await Promise.all([owner, ownerToday].map(each => readSite(each, used, pages)));
  expectSame(seenByToday ?? {}, seenByLast ?? {});

  /** Subscribes a reader while emails are refused. Returns a function that lets the waiting email arrive. */
  async function subscribe(reader: ApiUser, email: string) {
    mail.refuse(451);
    await reader.post('/newsletter/subscriptions', { email });
    const refused = "pgboss.job where name = 'email.deliver' and state = 'retry'";
    const isRefused = async () => (await queryDatabase(database, `select 1 from ${refused}`)).length > 0;
    await vi.waitUntil(isRefused, { timeout: 10_000, interval: 50 });
    return async () => {
      mail.refuse(0);
      // Notifies the worker, which otherwise looks for retries every 30 seconds.
      await queryDatabase(
        database,
        `with due as (update pgboss.job set start_after = now() where state = 'retry' returning name)
         select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from due`,
      );
      await waitForJobs(database.connectionString);
      expect(mail.taken.at(-1)?.recipients).toEqual([email]);
    };
  }
  // Each program does the work that the other left.
  const deliverByLast = await subscribe(visitToday(), 'one@site.example');
  await today.end();
  await deliverByLast();
  const deliverByToday = await subscribe(visit(), 'two@site.example');
  await last.site.end();
  await today.start(environment);
  await deliverByToday();

  expect(await queryDatabase(database, "select name, output from pgboss.job where state = 'failed'")).toEqual([]);
  const ids = mail.taken.map(email => email.header('Message-ID'));
  expect(ids).toEqual([...new Set(ids)]);
  const output = last.site.output() + today.output();
  expect(output).not.toMatch(/"level":50|"queue":"(?!email\.deliver")/);
});
