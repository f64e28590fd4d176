import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { crashFixture } from '../support/crash-fixture.ts';
import { createTestDatabase } from '../support/test-site.ts';
import { FIREFOX } from '../support/visit-fixture.ts';

it('writes all accepted visits at shutdown', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const site = await crashFixture();
  const database = new Client({ connectionString });
  await database.connect();
  onTestFinished(async () => {
    await site.close();
    await database.end();
    await drop();
  });
  await site.start({ DATABASE_URL: connectionString, TRUSTED_PROXIES: 'loopback' });

  let answered = 0;
  /** Sends visit beacons until the server stops responding. */
  const visitUntilStopped = async (person: number) => {
    for (let count = 0; ; count++) {
      const answer = await fetch(`${site.origin}/api/v1/visits`, {
        method: 'POST',
        headers: {
          origin: site.origin,
          'user-agent': FIREFOX,
          'x-forwarded-for': `10.${person}.${count >> 8}.${count & 255}`,
        },
        body: JSON.stringify({ page: '/about', viewportWidth: 1440, timeZone: 'UTC', referrerHost: '' }),
      }).catch(() => undefined);
      if (answer?.status !== 204) return;
      answered += 1;
    }
  };
  const people = [1, 2, 3, 4].map(visitUntilStopped);
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(300);
  await site.end();
  await Promise.all(people);

  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from insights_page_views');
  expect(rows[0]?.count).toBe(answered);
});
