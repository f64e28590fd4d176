import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Client } from 'pg';
import { beforeAll, expect, it, type MockInstance, vi } from 'vitest';
import { membersOf } from './support/members.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';

// An export is sent while it is read, over a real connection: 40 MB of 10,000 people, at most 500 at a time.

const PEOPLE = 10_000;
const PARTS = PEOPLE / 500;

let site: TestSite;
let origin: string;
let cookie: string;
let statements: MockInstance;

beforeAll(async () => {
  site = await openTestSite();
  cookie = (await membersOf(() => site).arrive({ role: 'owner' })).cookie;
  await site.db.$client.query(`
    insert into users (id, name, email, role, created_at)
    select 'many-' || n, n || repeat('x', 4000), 'person.' || n || '@site.example', 'member',
      now() - interval '1 year' - n * interval '1 second'
    from generate_series(1, ${PEOPLE}) as n`);
  origin = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);

/** How many parts of the list of people were read from the database. */
const partsRead = () =>
  statements.mock.calls.filter(([statement]) => JSON.stringify(statement)?.includes('array[')).length;

async function download(): Promise<IncomingMessage> {
  statements = vi.spyOn(Client.prototype, 'query');
  const request = get(`${origin}/api/v1/users.csv`, { headers: { cookie }, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return answer;
}

it('arrives in chunks, complete and in order', { timeout: 60_000 }, async () => {
  const answer = await download();
  expect(answer.headers['content-length']).toBeUndefined();
  const chunks: Buffer[] = [];
  let readAtFirst: number | undefined;
  for await (const chunk of answer) {
    readAtFirst ??= partsRead();
    chunks.push(chunk as Buffer);
  }
  expect(readAtFirst).toBeLessThan(PARTS);
  expect(partsRead()).toBeGreaterThanOrEqual(PARTS);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  const numbers = lines.flatMap(line => /^(\d+)x/.exec(line)?.[1] ?? []).map(Number);
  expect(numbers).toEqual(Array.from({ length: PEOPLE }, (_, index) => index + 1));
});

it('stops reading once nobody takes it', { timeout: 60_000 }, async () => {
  const answer = await download();
  await once(answer, 'readable');
  const closed = once(answer.socket, 'close');
  answer.destroy();
  await closed;
  // Waits for every request that the site has begun.
  await site.close();
  expect(partsRead()).toBeGreaterThan(0);
  expect(partsRead()).toBeLessThan(PARTS);
});
