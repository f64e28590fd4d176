import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createHttpServer } from '#app/http.ts';
import { loadSampleContentIfEmpty } from '#features/sample-content/index.ts';
import { queues } from '#app/jobs.ts';
import { features } from '#app/features.ts';
import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { findSystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';
import { createTestLog } from '../support/test-log.ts';
import { rejectingRenderer, createTestSite, type TestSite } from '../support/test-site.ts';

const VISITORS = 50;
/** Each round takes about a second. Set RACES to run more. */
const RACES = Number(process.env.RACES ?? 5);

type Racing = Pick<TestSite, 'http' | 'db'>;

/** Fifty visitors with different IP addresses request the same time simultaneously. */
async function race(site: Racing, startsAt: string, round: number) {
  const answers = await Promise.all(
    Array.from({ length: VISITORS }, (_none, visitor) =>
      site.http.app.inject({
        method: 'POST',
        url: '/api/v1/bookings',
        payload: { optionId: 'initial', startsAt, timeZone: 'UTC' },
        headers: { origin: site.http.services.siteUrl },
        remoteAddress: `198.${18 + (round % 2)}.${round}.${visitor}`,
      }),
    ),
  );
  const won = answers.filter(({ statusCode }) => statusCode === 201);
  const lost = answers.filter(({ statusCode }) => statusCode === 409);
  expect([won.length, lost.length], answers.find(({ statusCode }) => ![201, 409].includes(statusCode))?.body).toEqual([
    1,
    VISITORS - 1,
  ]);
  for (const answer of lost) {
    const { fields } = answer.json<{ error: { fields: Record<string, string> } }>().error;
    const next = (fields.suggestedSlots ?? '').split(' ').filter(Boolean);
    expect(next.length).toBeGreaterThan(0);
    expect(next).not.toContain(startsAt);
  }
}

/** Runs RACES rounds, each for the first free time. */
async function raceOften(site: Racing): Promise<void> {
  await site.db.$client.query(
    'update booking_settings set max_bookings_per_day = 48, buffer_before_minutes = 0, buffer_after_minutes = 0',
  );
  for (let round = 0; round < RACES; round += 1) {
    const span = 'from=2026-11-20T12:00:00Z&until=2027-01-01T00:00:00Z';
    const { slots } = (await site.http.app.inject({ url: `/api/v1/consultations/initial/slots?${span}` })).json<{
      slots: string[];
    }>();
    await race(site, slots[0] ?? '', round);
  }
  const { rows } = await site.db.$client.query<{ taken: number; times: number }>(
    "select count(*)::int as taken, count(distinct starts_at)::int as times from bookings where state = 'held'",
  );
  expect(rows).toEqual([{ taken: RACES, times: RACES }]);
}

describe('fifty visitors booking the same time', () => {
  it('produce one booking and forty-nine lists of free times in every round', { timeout: 600_000 }, async () => {
    const site = await createTestSite();
    onTestFinished(() => site.close());
    await raceOften(site);
  });

  const programs = findSystemPostgres();
  it.skipIf(!programs)('behave the same on the system’s PostgreSQL', { timeout: 600_000 }, async () => {
    const server = await startSystemPostgres(programs ?? '');
    const root = join(import.meta.dirname, '../..');
    const folder = mkdtempSync(join(tmpdir(), 'freehold-race-'));
    const db = createDatabase(server.connectionString, 'jobs');
    const { log, takeErrors } = createTestLog();
    const jobs = createJobs(db, log, queues);
    onTestFinished(async () => {
      await jobs.stop();
      await db.$client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await migrate(db.$client, join(root, 'migrations'));
    const files = createDiskStore(folder);
    // Without the rest of the sample content, whose pictures take seconds.
    const pricing = features.filter(({ name }) => name === 'pricing');
    const content = join(root, 'content');
    await db.transaction(tx => loadSampleContentIfEmpty(tx, { features: pricing, files, content }));
    const http = await createHttpServer({
      config: readConfig({}),
      reads: db,
      writes: db,
      secretKey: new Uint8Array(32).fill(7),
      disk: { free: async () => Infinity },
      temporary: new TemporaryFolder(join(folder, 'temporary')),
      files,
      jobs,
      log,
      renderer: rejectingRenderer,
      dist: join(root, 'dist'),
      content,
      now: () => Temporal.Instant.from('2026-11-20T12:00:00Z'),
    });
    await http.app.ready();
    await raceOften({ http, db });
    await http.app.close();
    expect(takeErrors()).toEqual([]);
  });
});
