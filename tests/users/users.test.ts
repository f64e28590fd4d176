import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserDetails as PersonRow } from '#features/users/contract.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { createSignedInUser, deleteAllUsers, createTestUser, PASSWORD, signIn } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
let owner: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllUsers(site.db);
  owner = await createSignedInUser(site, {
    role: 'owner',
    name: 'Ada Byron',
    email: 'ada@site.example',
    createdAt: day(1),
  });
});
afterAll(() => site.close());

const day = (number: number) => new Date(Date.UTC(2026, 9, number));

async function rows(statement: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(statement)).rows;
}
const events = () => rows('select type, user_id, email, actor_email, detail from security_events order by id');
const whoIs = async (cookie: string) =>
  (await getApi<{ user: { id: string } | null }>(site, '/session', cookie)).user?.id ?? null;
const change = (path: string, payload: object = {}, cookie = owner.cookie) =>
  postApi(site, path, payload, { cookie, method: path.endsWith('/role') ? 'PUT' : 'POST' });

type List = { items: PersonRow[]; total: number; page: number; pageSize: number };
const list = (query = '') => getApi<List>(site, `/users${query}`, owner.cookie);
const namesIn = async (query: string) => (await list(query)).items.map(person => person.name);

describe('user list', () => {
  beforeEach(async () => {
    await createTestUser(site.db, { name: 'bea Cole', email: 'zeta@site.example', role: 'author', createdAt: day(2) });
    await createTestUser(site.db, {
      name: 'Cy_100% Dee',
      email: 'yam@site.example',
      createdAt: day(3),
      disabledAt: day(4),
    });
    const eve = await createTestUser(site.db, { name: 'Eve Fay', email: 'xeno@site.example', createdAt: day(4) });
    now = now.add({ hours: 1 });
    await signIn(site, eve);
    now = now.subtract({ hours: 1 });
  });

  it('contains exactly these fields, newest first', async () => {
    const answer = await list();
    expect(answer).toMatchObject({ total: 4, page: 1, pageSize: 25 });
    expect(answer.items[0]).toEqual({
      id: expect.any(String),
      name: 'Eve Fay',
      email: 'xeno@site.example',
      role: 'member',
      avatar: null,
      createdAt: '2026-10-04T00:00:00.000Z',
      lastActiveAt: '2026-11-20T13:00:00.000Z',
      disabledAt: null,
    });
    expect(answer.items[1]).toMatchObject({ disabledAt: '2026-10-04T00:00:00.000Z', lastActiveAt: null });
  });

  it.each([
    ['?sort=oldest', ['Ada Byron', 'bea Cole', 'Cy_100% Dee', 'Eve Fay']],
    ['?sort=name_asc', ['Ada Byron', 'bea Cole', 'Cy_100% Dee', 'Eve Fay']],
    ['?sort=name_desc', ['Eve Fay', 'Cy_100% Dee', 'bea Cole', 'Ada Byron']],
    ['?sort=email_asc', ['Ada Byron', 'Eve Fay', 'Cy_100% Dee', 'bea Cole']],
    ['?sort=email_desc', ['bea Cole', 'Cy_100% Dee', 'Eve Fay', 'Ada Byron']],
    ['?sort=last_active_desc&status=active&pageSize=2', ['Eve Fay', 'Ada Byron']],
    ['?sort=last_active_asc&status=active&pageSize=2', ['Ada Byron', 'Eve Fay']],
    ['?role=author', ['bea Cole']],
    ['?role=owner', ['Ada Byron']],
    ['?status=disabled', ['Cy_100% Dee']],
    ['?status=active&role=member', ['Eve Fay']],
    ['?search=COLE', ['bea Cole']],
    ['?search=xeno@', ['Eve Fay']],
    ['?search=100%25', ['Cy_100% Dee']],
    ['?search=%25', ['Cy_100% Dee']],
    ['?search=_', ['Cy_100% Dee']],
    ["?search='%20or%20true--", []],
    ['?pageSize=3&page=2', ['Ada Byron']],
    ['?page=9', []],
  ])('%s finds %j', async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
  });

  it.each(['?sort=password', '?role=visitor', '?status=gone', '?page=0', '?pageSize=51', '?nonsense=1'])(
    'rejects %s',
    async query => {
      expectApiError(await requestApi(site, `/users${query}`, owner.cookie), 'BAD_REQUEST');
    },
  );
});

describe('user administration', () => {
  it.each(['member', 'author'] as const)('is denied to a %s and to visitors and changes nothing', async role => {
    const grace = await createSignedInUser(site, { role });
    const before = await rows('select * from users order by id');
    for (const path of ['/users', '/users.csv']) {
      expectApiError(await requestApi(site, path, grace.cookie), 'FORBIDDEN');
      expectApiError(await requestApi(site, path), 'UNAUTHORIZED');
    }
    for (const target of [grace, owner]) {
      for (const verb of ['disable', 'enable', 'revoke-sessions', 'role']) {
        const path = `/users/${target.id}/${verb}`;
        expectApiError(await change(path, verb === 'role' ? { role: 'author' } : {}, grace.cookie), 'FORBIDDEN');
        expectApiError(await change(path, verb === 'role' ? { role: 'author' } : {}, ''), 'UNAUTHORIZED');
      }
    }
    expect(await rows('select * from users order by id')).toEqual(before);
    expect(await whoIs(grace.cookie)).toBe(grace.id);
    expect(await rows('select * from emails')).toEqual([]);
  });

  it.each(['disable', 'enable', 'revoke-sessions', 'role'])(
    'returns NOT_FOUND for an unknown account: %s',
    async verb => {
      for (const id of ['nobody', crypto.randomUUID(), "'"]) {
        const answer = await change(
          `/users/${encodeURIComponent(id)}/${verb}`,
          verb === 'role' ? { role: 'author' } : {},
        );
        expectApiError(answer, 'NOT_FOUND');
      }
    },
  );
});

describe('role', () => {
  it('is assigned, applies immediately and is logged with its author', async () => {
    const grace = await createSignedInUser(site);
    const answer = await change(`/users/${grace.id}/role`, { role: 'author' });
    expect(answer.json()).toMatchObject({ id: grace.id, role: 'author' });
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({ role: 'author' });
    expect((await events()).at(-1)).toEqual({
      type: 'role_changed',
      user_id: grace.id,
      email: grace.email,
      actor_email: owner.email,
      detail: 'member → author',
    });
    const noted = (await events()).length;
    expect((await change(`/users/${grace.id}/role`, { role: 'author' })).statusCode).toBe(200);
    expect(await events()).toHaveLength(noted);
  });

  it.each(['owner', 'admin', '', null, ['member']])('cannot be %j', async role => {
    const grace = await createTestUser(site.db);
    expectApiError(await change(`/users/${grace.id}/role`, { role }), 'BAD_REQUEST');
    expect(await rows(`select role from users where id = '${grace.id}'`)).toEqual([{ role: 'member' }]);
  });

  it('of the owner cannot be changed', async () => {
    for (const role of ['member', 'author']) {
      expectApiError(await change(`/users/${owner.id}/role`, { role }), 'CONFLICT');
    }
    expect(await getApi(site, '/profile', owner.cookie)).toMatchObject({ role: 'owner' });
  });
});

describe('disabling', () => {
  it('ends all sessions immediately, sends one email and is logged', async () => {
    const grace = await createSignedInUser(site);
    const elsewhere = await signIn(site, grace);
    const other = await createSignedInUser(site);
    const answer = await change(`/users/${grace.id}/disable`);
    expect(answer.json()).toMatchObject({ disabledAt: '2026-11-20T12:00:00.000Z', lastActiveAt: null });
    expect([await whoIs(grace.cookie), await whoIs(elsewhere)]).toEqual([null, null]);
    expect(await rows(`select * from sessions where user_id = '${grace.id}'`)).toEqual([]);
    expect(await whoIs(other.cookie)).toBe(other.id);
    expectApiError(await postApi(site, '/login', { email: grace.email, password: PASSWORD }), 'FORBIDDEN');
    expect(await listEmailsTo(site, grace.email)).toMatchObject([{ template: 'account_disabled', state: 'queued' }]);
    const disabled = { type: 'account_disabled', user_id: grace.id, actor_email: owner.email };
    expect((await events()).filter(({ type }) => type === 'account_disabled')).toMatchObject([disabled]);

    expect((await change(`/users/${grace.id}/disable`)).statusCode).toBe(200);
    expect(await listEmailsTo(site, grace.email)).toHaveLength(1);
    expect((await events()).filter(({ type }) => type === 'account_disabled')).toHaveLength(1);
  });

  it('is undone by enabling, which restores no sessions', async () => {
    const grace = await createSignedInUser(site);
    await change(`/users/${grace.id}/disable`);
    const answer = await change(`/users/${grace.id}/enable`);
    expect(answer.json()).toMatchObject({ disabledAt: null });
    expect(await whoIs(grace.cookie)).toBeNull();
    expect(await whoIs(await signIn(site, grace))).toBe(grace.id);
    expect((await events()).map(({ type }) => type)).toContain('account_enabled');
    const noted = (await events()).length;
    await change(`/users/${grace.id}/enable`);
    expect(await events()).toHaveLength(noted);
  });

  it('is refused for the owner', async () => {
    expectApiError(await change(`/users/${owner.id}/disable`), 'CONFLICT');
    expect(await whoIs(owner.cookie)).toBe(owner.id);
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
  });

  it('sends one email for twenty simultaneous requests', async () => {
    const grace = await createTestUser(site.db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(`/users/${grace.id}/disable`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await listEmailsTo(site, grace.email)).toHaveLength(1);
  });
});

describe('signing a user out', () => {
  it('ends all of their sessions and no others', async () => {
    const grace = await createSignedInUser(site);
    const elsewhere = await signIn(site, grace);
    const other = await createSignedInUser(site);
    expect((await change(`/users/${grace.id}/revoke-sessions`)).json()).toMatchObject({
      id: grace.id,
      lastActiveAt: null,
    });
    expect([await whoIs(grace.cookie), await whoIs(elsewhere)]).toEqual([null, null]);
    expect(await whoIs(other.cookie)).toBe(other.id);
    expect((await events()).at(-1)).toMatchObject({ type: 'sessions_revoked', detail: '2 sessions' });
    expect(await whoIs(await signIn(site, grace))).toBe(grace.id);
  });

  it('keeps the owner’s current session', async () => {
    const elsewhere = await signIn(site, owner);
    expect((await change(`/users/${owner.id}/revoke-sessions`)).statusCode).toBe(200);
    expect([await whoIs(owner.cookie), await whoIs(elsewhere)]).toEqual([owner.id, null]);
  });
});

describe('user lookup by email', () => {
  it('finds anyone for the owner, ignoring case', async () => {
    const grace = await createTestUser(site.db, { email: 'grace@site.example' });
    const found = await getApi<PersonRow>(site, '/user/GRACE%40site.example', owner.cookie);
    expect(found).toMatchObject({ id: grace.id, email: 'grace@site.example', role: 'member' });
    expectApiError(await requestApi(site, '/user/nobody%40site.example', owner.cookie), 'NOT_FOUND');
  });

  it('finds only their own account for members, with the same refusal for known and unknown addresses', async () => {
    const grace = await createSignedInUser(site, { email: 'grace@site.example' });
    expect(await getApi(site, '/user/Grace%40site.example', grace.cookie)).toMatchObject({ id: grace.id });
    const known = await requestApi(site, '/user/ada%40site.example', grace.cookie);
    const unknown = await requestApi(site, '/user/nobody%40site.example', grace.cookie);
    const { requestId: _one, ...first } = expectApiError(known, 'FORBIDDEN');
    const { requestId: _other, ...second } = expectApiError(unknown, 'FORBIDDEN');
    expect(first).toEqual(second);
    const headersOf = ({ headers }: typeof known) => Object.keys(headers).toSorted();
    expect(headersOf(known)).toEqual(headersOf(unknown));
    expectApiError(await requestApi(site, '/user/ada%40site.example'), 'UNAUTHORIZED');
  });
});

describe('user CSV', () => {
  it('contains all matching users and no formulas', async () => {
    await createTestUser(site.db, {
      name: '=HYPERLINK("http://evil.example")',
      email: 'eve@site.example',
      createdAt: day(2),
    });
    await createTestUser(site.db, { name: 'Byron, Annabella', email: '+one@site.example', createdAt: day(3) });
    await createTestUser(site.db, {
      name: '@SUM(A1)',
      email: '-two@site.example',
      createdAt: day(4),
      disabledAt: day(5),
    });
    const answer = await requestApi(site, '/users.csv?sort=oldest&role=member', owner.cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="people-2026-11-20.csv"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toBe(
      [
        '\uFEFFName,Email,Role,Status,Joined,Last seen',
        `"'=HYPERLINK(""http://evil.example"")",eve@site.example,member,active,2026-10-02T00:00:00.000Z,`,
        `"Byron, Annabella",'+one@site.example,member,active,2026-10-03T00:00:00.000Z,`,
        `'@SUM(A1),'-two@site.example,member,disabled,2026-10-04T00:00:00.000Z,`,
        '',
      ].join('\r\n'),
    );
  });

  it('accepts the list’s parameters except the page', async () => {
    expectApiError(await requestApi(site, '/users.csv?page=2', owner.cookie), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/users.csv?sort=password', owner.cookie), 'BAD_REQUEST');
  });
});
