import { expect, it, onTestFinished, vi } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { crashFixture } from '../support/crash-fixture.ts';
import { startWriters } from '../support/interrupted-writers.ts';
import { query, startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

it('answers within 10 s and loses no acknowledged save when a standby replaces the killed primary', {
  timeout: 180_000,
}, async () => {
  const [database, smtp] = await Promise.all([startReplicatedPostgres(), startSmtpServer()]);
  onTestFinished(async () => {
    await Promise.all([database.stop(), smtp.close()]);
  });
  const site = await crashFixture();
  onTestFinished(() => site.close());
  const environment = {
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'mira@site.example',
  };
  const printed = await site.start(environment, /\/set-up\/\S+\n/);
  const writers = await startWriters({
    origin: site.origin,
    database: database.url,
    setUpToken: /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '',
  });
  onTestFinished(() => writers.stop());
  await writers.progress();

  const begun = performance.now();
  await database.primary.kill();
  await database.standby.promote();
  await writers.progress();
  const duration = performance.now() - begun;
  if (process.env.FIGURES) process.stdout.write(`writing again ${Math.round(duration)} ms after the kill\n`);
  expect(duration).toBeLessThan(10_000);
  expect(writers.answers.refused).toBeGreaterThan(0);
  expect(site.isRunning()).toBe(true);

  // The old primary restarts and still considers itself the primary. No connection may reach it.
  await database.primary.start();
  await vi.waitUntil(async () => (await database.listServers()).one === 'UP', PATIENCE);
  expect(await query(database.primary.url, 'select pg_is_in_recovery() as standby')).toEqual([{ standby: false }]);
  await writers.progress();
  await writers.check();

  // Cache invalidations and jobs have moved, too. Their notifications share a connection.
  const listening = "select count(*)::int as count from pg_stat_activity where query like 'listen %'";
  await expect.poll(() => query(database.standby.url, listening), PATIENCE).toEqual([{ count: 1 }]);
  const password = { password: 'tide-gauge-42', confirmPassword: 'tide-gauge-42' };
  const registered = await fetch(`${site.origin}${API_PREFIX}/register`, {
    method: 'POST',
    headers: { origin: site.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Grace Murray', email: 'grace@site.example', ...password }),
  });
  expect(registered.status).toBe(202);
  await vi.waitUntil(() => smtp.taken.length > 0, PATIENCE);
});
