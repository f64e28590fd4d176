import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkHealth } from '#features/status/jobs.ts';
import type { HealthCheck } from '#platform/health/check.ts';
import type { HealthStatus } from '#shared/health.ts';
import { getApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { memberFixture, type SignedInUser } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let owner: SignedInUser;
let now = NOON;
const statuses: Record<'disk' | 'email', HealthStatus> = { disk: 'ok', email: 'ok' };
const { arrive } = memberFixture(() => site);

const toCheck = (name: 'disk' | 'email', label: string): HealthCheck => ({
  name,
  label,
  group: 'Data',
  ...(name === 'email' ? { breaksEmail: true } : {}),
  run: () => ({ status: statuses[name], message: `${label} is ${statuses[name]}.`, help: 'Do something.' }),
});
const features = [{ checks: [toCheck('disk', 'Disk space'), toCheck('email', 'Mail server')] }];

beforeAll(async () => {
  const environment = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ada@ada.example' };
  site = await createTestSite({ pages: true, now: () => now, environment });
});
beforeEach(async () => {
  now = NOON;
  Object.assign(statuses, { disk: 'ok', email: 'ok' });
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from health_checks; delete from emails');
  owner = await arrive({ role: 'owner' });
});
afterAll(() => site.close());

/** Runs the job every ten minutes until some minutes after noon. */
async function runUntil(minutes: number) {
  const end = NOON.add({ minutes });
  while (Temporal.Instant.compare(now, end) < 0) {
    now = now.add({ minutes: 10 });
    await checkHealth({ ...site.http.services, features, log: site.log.log });
  }
}
const subjects = async () => (await listEmailsTo(site, owner.email)).map(({ subject }) => subject).toReversed();
const readiness = async () => {
  const answer = await site.http.app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  return answer.json<{ status: string; degraded?: string[] }>();
};
const ALERT = 'Your site needs attention: Disk space';
const FIXED = 'Fixed on your site: Disk space';
const DAY = 24 * 60;

it('emails the owner once when a check starts to fail, once a day, and once when it recovers', async () => {
  await runUntil(60);
  statuses.disk = 'failing';
  await runUntil(70);
  expect(await subjects()).toEqual([]);
  await runUntil(80);
  expect(await subjects()).toEqual([ALERT]);
  await runUntil(80 + DAY - 10);
  expect(await subjects()).toEqual([ALERT]);
  await runUntil(80 + DAY);
  expect(await subjects()).toEqual([ALERT, ALERT]);
  statuses.disk = 'warning';
  await runUntil(90 + DAY);
  expect(await subjects()).toEqual([ALERT, ALERT]);
  await runUntil(100 + DAY);
  expect(await subjects()).toEqual([ALERT, ALERT, FIXED]);
  await runUntil(3 * DAY);
  expect(await subjects()).toEqual([ALERT, ALERT, FIXED]);
  const [, alert] = await listEmailsTo(site, owner.email);
  expect(alert?.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Disk space: Disk space is failing. Do something. Failing since 20 Nov 2026, 08:10 GMT-5.',
  );
  expect(alert?.text).toContain('/dashboard/status');
});

it('ignores a single failure, and a single success between failures', async () => {
  await runUntil(30);
  statuses.disk = 'failing';
  await runUntil(40);
  statuses.disk = 'ok';
  await runUntil(120);
  expect(await subjects()).toEqual([]);
  statuses.disk = 'failing';
  await runUntil(180);
  statuses.disk = 'ok';
  await runUntil(190);
  statuses.disk = 'failing';
  await runUntil(240);
  expect(await subjects()).toEqual([ALERT]);
});

it('shows failing checks on the dashboard and in /readyz', async () => {
  await runUntil(60);
  expect(await readiness()).toEqual({ status: 'ready' });
  statuses.disk = 'failing';
  await runUntil(70);
  expect(await readiness()).toEqual({ status: 'ready' });
  await runUntil(80);
  expect(await readiness()).toEqual({ status: 'ready', degraded: ['disk'] });
  expect(await getApi(site, '/status/failing', owner.cookie)).toEqual({
    items: [
      {
        name: 'disk',
        label: 'Disk space',
        message: 'Disk space is failing.',
        failingSince: '2026-11-20T13:10:00.000Z',
      },
    ],
  });
  const { body } = await site.http.app.inject({ url: '/dashboard', headers: { cookie: owner.cookie } });
  expect(body).toContain('Failing: Disk space');
  statuses.disk = 'ok';
  await runUntil(120);
  expect(await readiness()).toEqual({ status: 'ready' });
});

it('sends no email about a mail server that fails or recovers', async () => {
  await runUntil(60);
  statuses.email = 'failing';
  await runUntil(2 * DAY);
  expect(await subjects()).toEqual([]);
  expect(await readiness()).toEqual({ status: 'ready', degraded: ['email'] });
  const { body } = await site.http.app.inject({ url: '/dashboard', headers: { cookie: owner.cookie } });
  expect(body).toContain('Failing: Mail server');
  statuses.email = 'ok';
  await runUntil(2 * DAY + 60);
  expect(await subjects()).toEqual([]);
  expect(await readiness()).toEqual({ status: 'ready' });
});

it('writes alerts in one transaction with the state, and deletes the state of checks that no longer exist', async () => {
  statuses.disk = 'failing';
  await runUntil(60);
  expect(await subjects()).toEqual([ALERT]);
  await checkHealth({ ...site.http.services, features: [], log: site.log.log });
  expect(await readiness()).toEqual({ status: 'ready' });
});
