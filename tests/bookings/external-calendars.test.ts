import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { syncExternalCalendars } from '#features/bookings/external-calendars/jobs.ts';
import { type SafeFetch, SafeFetchError, createSafeFetch } from '#platform/http/safe-fetch.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { createCertificateAuthority } from '../support/certificates.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { startRemoteServer } from '../support/remote-server.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');
const ADDRESS = 'https://calendar.example/private-4711/basic.ics';

let site: TestSite;
let now = NOON;
let owner: SignedInUser;
/** The other site's response, and the requests that it received. */
let answer: SafeFetch;
let requests: { address: string; entityTag: string | undefined }[] = [];
const { arrive, send, rows } = memberFixture(() => site);

beforeAll(async () => {
  site = await createTestSite({
    now: () => now,
    safeFetch: (address, request) => {
      requests.push({ address, entityTag: request.etag });
      return answer(address, request);
    },
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  requests = [];
  answer = gives(fileOf('20261125T090000Z'));
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from external_calendars');
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});

const fileOf = (...starts: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...starts.map((at, n) => `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTART:${at}\r\nDURATION:PT1H\r\nEND:VEVENT`),
    'END:VCALENDAR',
  ].join('\r\n');
const gives =
  (text: string, etag?: string): SafeFetch =>
  async () => ({ changed: true, body: Buffer.from(text), etag });
const fails: SafeFetch = async () => {
  throw new SafeFetchError('status', 'The server returned 503 (server error).');
};

interface Line {
  id: number;
  name: string;
  host: string;
  upcomingBusyTimes: number;
  lastFetchedAt: string | null;
  lastError: string | null;
  warning: string | null;
}
const add = async (url = ADDRESS, name = 'Family') => {
  const added = await send(owner, 'POST', '/calendar/external-calendars', { name, url });
  expect(added.statusCode, added.body).toBe(200);
  return added.json<Line>();
};
const list = async () => (await getApi<{ items: Line[] }>(site, '/calendar/external-calendars', owner.cookie)).items;
const busyTimes = async () =>
  (await rows('busy_times')).map(({ starts_at }) => (starts_at as Date).toISOString()).toSorted();
const run = () => syncExternalCalendars({ ...site.http.services, log: site.log.log });
const wait = (minutes: number) => (now = now.add({ minutes }));

describe('external calendar', () => {
  it('is fetched when added, also by webcal, and its address is encrypted', async () => {
    const line = await add('webcal://calendar.example/private-4711/basic.ics');
    expect(line).toEqual({
      id: line.id,
      name: 'Family',
      host: 'calendar.example',
      upcomingBusyTimes: 1,
      lastFetchedAt: '2026-11-20T12:00:00.000Z',
      lastAttemptAt: '2026-11-20T12:00:00.000Z',
      lastError: null,
      warning: null,
    });
    expect(requests).toEqual([{ address: ADDRESS, entityTag: undefined }]);
    expect(await busyTimes()).toEqual(['2026-11-25T09:00:00.000Z']);
    expect(await list()).toEqual([line]);
    expect(JSON.stringify(await rows('external_calendars'))).not.toContain('4711');
  });

  it.each(['http://calendar.example/a.ics', 'https://name:word@calendar.example/a.ics', 'file:///etc/passwd', 'words'])(
    'is refused at %s',
    async url => {
      const error = expectApiError(
        await send(owner, 'POST', '/calendar/external-calendars', { name: 'Family', url }),
        'UNPROCESSABLE',
      );
      expect(error.fields.url).toMatch(/https:\/\//);
      expect(requests).toEqual([]);
      expect(await rows('external_calendars')).toEqual([]);
    },
  );

  it('shows its failure and keeps the last known times', async () => {
    const { id } = await add();
    answer = fails;
    wait(60);
    const refreshed = await send(owner, 'POST', `/calendar/external-calendars/${id}/refresh`);
    expect(refreshed.json()).toMatchObject({
      upcomingBusyTimes: 1,
      lastError: 'The server returned 503 (server error).',
      lastFetchedAt: '2026-11-20T12:00:00.000Z',
      lastAttemptAt: '2026-11-20T13:00:00.000Z',
    });
    answer = gives('<!doctype html>');
    expect((await send(owner, 'POST', `/calendar/external-calendars/${id}/refresh`)).json<Line>().lastError).toMatch(
      /web page/,
    );
    expect(await busyTimes()).toEqual(['2026-11-25T09:00:00.000Z']);
    answer = gives(fileOf('20261126T090000Z', '20261127T090000Z'));
    expect((await send(owner, 'POST', `/calendar/external-calendars/${id}/refresh`)).json()).toMatchObject({
      upcomingBusyTimes: 2,
      lastError: null,
    });
    expect(await busyTimes()).toEqual(['2026-11-26T09:00:00.000Z', '2026-11-27T09:00:00.000Z']);
  });

  it('is deleted with its busy times', async () => {
    const { id } = await add();
    expect((await send(owner, 'DELETE', `/calendar/external-calendars/${id}`)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expect(await busyTimes()).toEqual([]);
    expectApiError(await send(owner, 'DELETE', `/calendar/external-calendars/${id}`), 'NOT_FOUND');
    expectApiError(await send(owner, 'POST', `/calendar/external-calendars/${id}/refresh`), 'NOT_FOUND');
  });

  it('is limited to twenty, even when added simultaneously', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        send(owner, 'POST', '/calendar/external-calendars', { name: `No ${n}`, url: ADDRESS }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4);
    expect(await list()).toHaveLength(20);
  });

  it('is accessible only to the owner', async () => {
    const member = await arrive({ name: 'Grace Murray' });
    const { id } = await add();
    expectApiError(await requestApi(site, '/calendar/external-calendars', member.cookie), 'FORBIDDEN');
    expectApiError(await send(member, 'DELETE', `/calendar/external-calendars/${id}`), 'FORBIDDEN');
    expectApiError(await requestApi(site, '/calendar/external-calendars'), 'UNAUTHORIZED');
    expect(await list()).toHaveLength(1);
  });
});

describe('sync job', () => {
  it('fetches each calendar every quarter of an hour with its entity tag', async () => {
    answer = gives(fileOf('20261125T090000Z'), '"one"');
    await add();
    requests = [];
    wait(14);
    await run();
    expect(requests).toEqual([]);
    wait(1);
    answer = async () => ({ changed: false });
    await run();
    expect(requests).toEqual([{ address: ADDRESS, entityTag: '"one"' }]);
    expect(await list()).toMatchObject([
      { lastFetchedAt: '2026-11-20T12:15:00.000Z', upcomingBusyTimes: 1, lastError: null },
    ]);
    await run();
    expect(requests).toHaveLength(1);
  });

  it('is fetched again after the clock was corrected', async () => {
    await add();
    now = NOON.add({ hours: 24 * 365 });
    await run();
    now = NOON;
    requests = [];
    answer = gives(fileOf('20261126T090000Z'));
    await run();
    expect(requests).toHaveLength(1);
    expect(await busyTimes()).toEqual(['2026-11-26T09:00:00.000Z']);
    await run();
    expect(requests).toHaveLength(1);
  });

  it('parses an unchanged calendar again after a week or in another zone', async () => {
    answer = gives(fileOf('20261125T090000Z'), '"one"');
    await add();
    wait(7 * 24 * 60 + 1);
    await run();
    expect(requests.at(-1)?.entityTag).toBeUndefined();
    wait(15);
    await run();
    expect(requests.at(-1)?.entityTag).toBe('"one"');
    await site.db.$client.query("update external_calendars set parsed_time_zone = 'Asia/Kolkata'");
    wait(15);
    await run();
    expect(requests.at(-1)?.entityTag).toBeUndefined();
  });

  it('backs off after failures up to half a day and recovers', async () => {
    await add();
    answer = fails;
    requests = [];
    const tries: number[] = [];
    for (let minutes = 15; minutes <= 3 * 24 * 60; minutes += 15) {
      wait(15);
      const before = requests.length;
      await run();
      if (requests.length > before) tries.push(minutes);
    }
    expect(tries.slice(0, 8)).toEqual([15, 45, 105, 225, 465, 945, 1665, 2385]);
    answer = gives(fileOf());
    wait(720);
    await run();
    wait(15);
    requests = [];
    await run();
    expect(requests).toHaveLength(1);
  });

  it('continues after an unexpected error', async () => {
    await add('https://one.example/a.ics', 'One');
    await add('https://two.example/a.ics', 'Two');
    answer = async address => {
      if (address.includes('one.')) throw new Error('out of order');
      return { changed: true, body: Buffer.from(fileOf('20261201T090000Z')), etag: undefined };
    };
    wait(15);
    await run();
    expect(await busyTimes()).toEqual(['2026-11-25T09:00:00.000Z', '2026-12-01T09:00:00.000Z']);
  });

  it('writes nothing for a calendar deleted during the fetch', async () => {
    const { id } = await add();
    answer = async () => {
      await send(owner, 'DELETE', `/calendar/external-calendars/${id}`);
      return { changed: true, body: Buffer.from(fileOf('20261201T090000Z')), etag: undefined };
    };
    wait(15);
    await run();
    expect(await busyTimes()).toEqual([]);
    expect(await list()).toEqual([]);
  });
});

it('checks the certificate and explains a bad one', async () => {
  const authority = createCertificateAuthority();
  const server = await startRemoteServer(authority.certify('calendar.example'), () => fileOf('20261125T090000Z'));
  try {
    answer = server.fetching(authority.cert);
    const { id } = await add();
    expect(await list()).toMatchObject([{ upcomingBusyTimes: 1, lastError: null, host: 'calendar.example' }]);
    expect(server.visits).toEqual([
      { servername: 'calendar.example', host: 'calendar.example', path: '/private-4711/basic.ics' },
    ]);
    server.certify(authority.certify('other.example'));
    wait(15);
    await run();
    expect(await list()).toMatchObject([
      {
        upcomingBusyTimes: 1,
        lastError: expect.stringContaining('for another host. Check the address for typos.'),
      },
    ]);
    answer = server.fetching(null);
    const refreshed = await send(owner, 'POST', `/calendar/external-calendars/${id}/refresh`);
    expect(refreshed.json<Line>().lastError).toContain('certificate isn’t trusted.');
    expect(server.visits).toHaveLength(1);
    // Known busy times still block bookings.
    expect(await busyTimes()).toEqual(['2026-11-25T09:00:00.000Z']);
  } finally {
    await server.close();
  }
});

it('never fetches from the local machine', async () => {
  answer = createSafeFetch();
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '2130706433',
    '0177.1',
  ]) {
    const line = await add(`https://${host}/a.ics`, host);
    expect(line.lastError, host).toMatch(/in a private network/);
  }
  expect(await busyTimes()).toEqual([]);
});
