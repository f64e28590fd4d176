import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { getResponseCookies } from '../support/user-factory.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { insertComment, insertPost } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

let site: TestSite;
let stopListening: () => Promise<void>;
const { arrive, send, rows } = memberFixture(() => site);
let owner: SignedInUser;
let lin: SignedInUser;
let grace: SignedInUser;
let postId: number;
const postPath = '/blog/talked-about';

beforeAll(async () => {
  site = await createTestSite({ pages: true });
  stopListening = await applyInvalidations(site);
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin Planted' });
  grace = await arrive({ name: 'Grace Murray' });
  postId = await insertPost(site.db, { slug: 'talked-about', likes: 7 });
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const get = (url: string, cookie?: string) => site.http.app.inject({ url, headers: cookie ? { cookie } : {} });
const post = (url: string, form: Record<string, string>, cookie?: string) =>
  site.http.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
    },
  });
const mainOf = async (body: string) => textOf((await parsePage(body)).all('main')[0]);

describe('post page', () => {
  it('is the same for everyone without held comments', async () => {
    await send(lin, 'POST', `/blogs/${postId}/review`, { body: 'Planted words' });
    const plain = await get(postPath);
    for (const { cookie } of [lin, grace, owner]) {
      const theirs = await get(postPath, cookie);
      expect(theirs.body).toBe(plain.body);
      expect(theirs.cookies).toEqual([]);
    }
    expect(plain.headers['cache-control']).toMatch(/^public/);
    expect(plain.body).not.toMatch(/Planted/);
  });

  it('shows a comment after approval and not after removal', async () => {
    await get(postPath);
    const [held] = await rows("comments where state = 'pending'");
    const decide = (action: string) => send(owner, 'POST', `/comments/${String(held?.id)}/moderation`, { action });
    await decide('approve');
    await expect.poll(async () => (await get(postPath)).body).toContain('Planted words');
    const page = await parsePage((await get(postPath)).body);
    expect(page.jsonLd.find(thing => thing['@type'] === 'BlogPosting')?.commentCount).toBe(1);
    await decide('remove');
    await expect.poll(async () => (await get(postPath)).body).not.toContain('Planted words');
    await decide('restore');
  });

  it('follows a changed account name', async () => {
    const hedy = await arrive({ name: 'Hedy Kiesler' });
    await insertComment(site.db, { postId, authorId: hedy.id, body: 'By Hedy' });
    site.http.invalidateTag('comments');
    expect((await get(postPath)).body).toContain('Hedy Kiesler');
    await send(hedy, 'PATCH', '/profile', { name: 'Hedy Lamarr' });
    await expect.poll(async () => (await get(postPath)).body).not.toContain('Hedy Kiesler');
    expect((await get(postPath)).body).toContain('Hedy Lamarr');
  });

  it('paginates comments at separate addresses', async () => {
    const slug = 'much-talked-about';
    const id = await insertPost(site.db, { slug });
    let last = 0;
    for (let number = 1; number <= 21; number++) {
      last = await insertComment(site.db, { postId: id, authorName: 'A', body: `Number ${number}.` });
    }
    const [one, two] = [await get(`/blog/${slug}`), await get(`/blog/${slug}?page=2`)];
    expect([await mainOf(one.body), await mainOf(two.body)].map(text => text.includes('Number 21.'))).toEqual([
      false,
      true,
    ]);
    const link = (await parsePage(one.body)).all('a').find(element => textOf(element) === 'Newer comments');
    expect(link?.properties.href).toBe(`/blog/${slug}?page=2#comments`);
    expect((await parsePage(two.body)).all('link').map(({ properties }) => properties.href)).toContain(
      `http://localhost:5050/blog/${slug}`,
    );
    // The link to a comment opens its page.
    const reply = await insertComment(site.db, { postId: id, parentId: last, authorName: 'B', body: 'A reply.' });
    for (const [comment, page] of [
      [last, 2],
      [reply, 2],
      [last - 1, 1],
      [reply + 1, 1],
      ['x', 1],
    ] as const) {
      const answer = await get(`/blog/${slug}?comment=${comment}`);
      expect([answer.statusCode, (await mainOf(answer.body)).includes('Number 21.')]).toEqual([200, page === 2]);
    }
  });

  it('fails completely and uncached when comments cannot be loaded', async () => {
    await insertPost(site.db, { slug: 'unlucky' });
    await site.db.$client.query('alter table comments rename to comments_away');
    const broken = await get('/blog/unlucky');
    await site.db.$client.query('alter table comments_away rename to comments');
    site.log.takeErrors();
    expect([broken.statusCode, (await get('/blog/unlucky')).statusCode]).toEqual([500, 200]);
  });
});

describe('commenting without JavaScript', () => {
  const address = () => `/take-part/post/${postId}`;

  it('is offered on an uncached page that asks visitors to sign in', async () => {
    const page = await get(address());
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    const html = await parsePage(page.body);
    expect(html.all('textarea')).toEqual([]);
    const login = html.all('a').find(element => textOf(element) === 'Sign in to comment');
    expect(login?.properties.href).toBe(`/login?next=${encodeURIComponent(address())}`);
  });

  it('stores a member’s comment and says that it is held', async () => {
    const answer = await post(address(), { body: 'Without script' }, grace.cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await mainOf(answer.body)).toContain('Your comment is pending approval');
    expect(await rows("comments where body = 'Without script'")).toMatchObject([
      { state: 'pending', author_id: grace.id },
    ]);
  });

  it('keeps the input after an error or an expired session', async () => {
    const typed = `${'Much to say. '.repeat(160)}<b>`;
    for (const [cookie, status] of [
      [grace.cookie, 400],
      [undefined, 401],
    ] as const) {
      const answer = await post(address(), { body: typed }, cookie);
      expect(answer.statusCode).toBe(status);
      expect(textOf((await parsePage(answer.body)).all('textarea')[0]).trim()).toBe(typed);
    }
    expect(await rows("comments where body like 'Much%'")).toEqual([]);
  });

  it('likes once and can undo it', async () => {
    const liked = await post(address(), { intent: 'like' });
    const cookie = getResponseCookies(liked);
    const pressed = async (body: string) => {
      const button = (await parsePage(body)).all('button').find(({ properties }) => properties.name === 'intent');
      return [button?.properties.value, button?.properties.ariaPressed, textOf(button).trim()];
    };
    expect(await pressed(liked.body)).toEqual(['unlike', 'true', 'Like 8']);
    expect(await pressed((await post(address(), { intent: 'like' }, cookie)).body)).toEqual([
      'unlike',
      'true',
      'Like 8',
    ]);
    expect(await pressed((await post(address(), { intent: 'unlike' }, cookie)).body)).toEqual([
      'like',
      'false',
      'Like 7',
    ]);
  });

  it('is refused from another site', async () => {
    const answer = await site.http.app.inject({
      method: 'POST',
      url: address(),
      payload: 'body=Forged',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        cookie: lin.cookie,
      },
    });
    expect(answer.statusCode).toBe(403);
    expect(await rows("comments where body = 'Forged'")).toEqual([]);
  });

  it('is not found for missing items', async () => {
    for (const wrong of ['/take-part/post/99999999', '/take-part/post/x', '/take-part/project/nothing']) {
      expect((await get(wrong)).statusCode, wrong).toBeGreaterThanOrEqual(400);
      expect((await get(wrong)).statusCode, wrong).toBeLessThan(500);
    }
  });
});

describe('dashboard comments', () => {
  it('show all comments to the owner and only their own to a member', async () => {
    const owners = await mainOf((await get('/dashboard/comments', owner.cookie)).body);
    expect(owners).toContain('Planted words');
    expect(owners).toContain(lin.email);
    const mine = await mainOf((await get('/dashboard/comments', grace.cookie)).body);
    expect(mine).toContain('Without script');
    expect(mine).not.toContain('Planted words');
    expect((await get('/dashboard/comments')).headers.location).toBe('/login?next=%2Fdashboard%2Fcomments');
  });
});

describe('closed comments', () => {
  it('are announced immediately', async () => {
    const id = await insertPost(site.db, { slug: 'said-enough' });
    await insertComment(site.db, { postId: id, authorId: lin.id, body: 'The last word' });
    const setOpen = async (enabled: boolean) => {
      const options = { method: 'PUT', cookie: owner.cookie } as const;
      expect((await postApi(site, `/blogs/${id}/comment-settings`, { enabled }, options)).statusCode).toBe(200);
    };
    expect(await mainOf((await get('/blog/said-enough')).body)).toContain('Write a comment');
    await setOpen(false);
    await expect
      .poll(async () => mainOf((await get('/blog/said-enough')).body))
      .toMatch(/The last word.*Comments are closed\./s);
    expect(await mainOf((await get('/blog/said-enough')).body)).not.toContain('Write a comment');
    const apart = await mainOf((await get(`/take-part/post/${id}`, grace.cookie)).body);
    expect(apart).toContain('Comments are closed.');
    expect(apart).not.toContain('Your comment');
    await setOpen(true);
    await expect.poll(async () => mainOf((await get('/blog/said-enough')).body)).toContain('Write a comment');
  });
});
