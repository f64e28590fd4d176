import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaleRows } from '../bench/scale-rows.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Deep pages use a cursor: every list must show the same rows with cursors as with page numbers.

type Row = { id?: string | number; number?: string | number };
interface List {
  readonly items: Row[];
  readonly total: number;
}

let site: TestSite;
let owner: string;
let member: string;
const SIZE = 5;

beforeAll(async () => {
  site = await createTestSite();
  const members = memberFixture(() => site);
  for (const statement of scaleRows(33)) await site.db.$client.query(statement);
  // Rows with null in sorted columns, and many with equal values.
  await site.db.$client.query(`
    alter table billing_documents disable trigger user;
    update billing_documents set due_on = null where id % 4 = 0;
    alter table billing_documents enable trigger user;
    update pictures set bytes = null where in_library and id like '%7';
    update pictures set created_at = '2026-01-01' where id like 'scale-1%';
    update posts set published_at = null where status = 'draft';
    update orders set total = 500 where id % 2 = 0;
    update contact_messages set name = 'Ada' where id % 3 = 0`);
  owner = (await members.arrive({ role: 'owner' })).cookie;
  const one = await members.arrive();
  await site.db.$client.query(`update comments set author_id = $1 where author_id is not null and id % 3 = 0`, [
    one.id,
  ]);
  member = one.cookie;
}, 60_000);
afterAll(() => site.close());

const lists: [path: string, sorts: string[]][] = [
  [
    '/users',
    ['newest', 'oldest', 'name_asc', 'name_desc', 'email_asc', 'email_desc', 'last_active_desc', 'last_active_asc'],
  ],
  ['/users?status=active', ['last_active_desc']],
  ['/orders', ['newest', 'oldest', 'total_asc', 'total_desc', 'client_asc', 'client_desc']],
  ['/billing-documents', ['newest', 'oldest', 'due_asc', 'due_desc', 'client_asc', 'client_desc']],
  ['/billing-documents?status=paid', ['newest']],
  ['/payments', ['']],
  ['/bookings', ['upcoming_first', 'start_desc', 'newest', 'client_asc', 'client_desc']],
  ['/newsletter/subscribers', ['newest', 'oldest', 'email_asc', 'email_desc']],
  ['/contact-messages?state=all', ['newest', 'oldest', 'name_asc', 'name_desc']],
  ['/comments', ['pending_first', 'newest', 'oldest']],
  ['/comments?search=helped', ['pending_first']],
  ['/my-comments', ['']],
  ['/emails', ['']],
  ['/security-events', ['']],
  ['/media/pictures', ['newest', 'oldest', 'name_asc', 'size_desc']],
  ['/media/files', ['']],
  ['/my-blogs', ['edited_desc', 'edited_asc', 'title_asc', 'title_desc', 'published_desc', 'published_asc']],
  ['/my-projects', ['edited_desc', 'title_asc', 'title_desc', 'published_desc', 'published_asc']],
  ['/blogs', ['newest', 'oldest', 'most_liked', 'most_commented']],
  ['/blogs?tag=harbor', ['newest']],
  ['/projects', ['featured', 'newest', 'oldest', 'top_rated', 'price_asc', 'price_desc']],
];

const cases = lists.flatMap(([path, sorts]) => sorts.map(sort => [path, sort] as const));

async function read(path: string, query: Record<string, string | number>): Promise<List> {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const cookie = path.startsWith('/my-comments') ? member : owner;
  return getApi<List>(site, `${path}${path.includes('?') ? '&' : '?'}${asked.join('&')}`, cookie);
}
const namesOf = ({ items }: List) => items.map(row => row.id ?? row.number ?? '');

describe('deep list page', () => {
  it.each(cases)('%s by %s equals the page by number', async (path, sort) => {
    const query = { pageSize: SIZE, ...(sort ? { sort } : {}) };
    const pages: (string | number)[][] = [];
    for (let page = 1; ; page++) {
      const names = namesOf(await read(path, { ...query, page }));
      if (names.length === 0) break;
      pages.push(names);
    }
    expect(pages.length).toBeGreaterThan(3);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    for (const [index, names] of pages.entries()) {
      const last = pages[index - 1]?.at(-1);
      if (last !== undefined) {
        expect(namesOf(await read(path, { ...query, page: index + 1, after: last }))).toEqual(names);
      }
      const first = pages[index + 1]?.[0];
      if (first !== undefined) {
        expect(namesOf(await read(path, { ...query, page: index + 1, before: first }))).toEqual(names);
      }
    }
  });

  it('falls back to its number when its row is gone', async () => {
    const second = namesOf(await read('/users', { page: 2, pageSize: SIZE }));
    expect(namesOf(await read('/users', { page: 2, pageSize: SIZE, after: 'gone' }))).toEqual(second);
    expect(namesOf(await read('/users', { page: 2, pageSize: SIZE, before: 'gone' }))).toEqual(second);
  });

  it('rejects an invalid row', async () => {
    expectApiError(await requestApi(site, '/orders?page=60&after=x', owner), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/emails?page=60&before=1', owner), 'BAD_REQUEST');
  });
});
