import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import type { SiteSection } from '#features/site/contract/index.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { COMPLETE_POST, postFixture } from '../../support/post-fixture.ts';

const { arrive } = memberFixture(() => site);
const { begin, draft, make, save } = postFixture(() => site);
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
let site: TestSite;
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner' });
});
afterAll(() => site.close());

const nested = Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
const payloads = [
  ['asterisks', `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`, 'Line 1 has 20,000 “*” in a row. Use at most 200.'],
  ['quotes', '>'.repeat(100_000), 'Line 1 is nested too deeply. Use at most 50 levels of lists and quotes.'],
  ['brackets', '['.repeat(490_000), 'Line 1 has 490,000 “[” in a row. Use at most 200.'],
  ['lists', nested, 'Line 51 is nested too deeply. Use at most 50 levels of lists and quotes.'],
] as const;

describe('text that is slow to render', () => {
  it.each(payloads)('is refused with a field error wherever it is saved: %s', async (_, markdown, problem) => {
    const { cookie } = owner;
    const { version } = await getApi<SiteSection>(site, '/site/sections/privacyPolicy', cookie);
    const legal = { version, value: { title: 'Privacy', description: 'It.', updatedAt: '2026-11-20', markdown } };
    for (const answer of [
      await postApi(site, '/blogs', { ...COMPLETE_POST, markdown }, { cookie }),
      await postApi(site, '/projects', { markdown }, { cookie }),
      await postApi(site, '/newsletter/issues', { markdown }, { cookie }),
    ]) {
      expect(expectApiError(answer, 'BAD_REQUEST').fields).toEqual({ markdown: problem });
    }
    if (markdown.length > 100_000) return;
    const refused = await postApi(site, '/site/sections/privacyPolicy', legal, { cookie, method: 'PUT' });
    expect(expectApiError(refused, 'BAD_REQUEST').fields).toMatchObject({ markdown: problem });
  });

  /** Creates a draft that was saved before there were length limits. */
  async function oldDraft(markdown: string) {
    const post = await begin(owner);
    await site.db.$client.query('update posts set markdown = $1 where id = $2', [markdown, post.id]);
    return post;
  }

  it('is stopped in a preview while other requests are answered', async () => {
    const post = await oldDraft(payloads[0][1]);
    const link = await postApi(site, `/blogs/${post.id}/preview-link`, {}, { cookie: owner.cookie, method: 'PUT' });
    const path = link.json<{ path: string }>().path.replace('/preview/', '/blogs/previews/');
    let answered = false;
    const preview = requestApi(site, path).finally(() => {
      answered = true;
    });
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    expect(answered, 'the preview is still being rendered').toBe(false);
    const refusal = expectApiError(await preview, 'BAD_REQUEST');
    expect(refusal.fields).toHaveProperty('markdown', refusal.message);
    expect(refusal.message).toMatch(/^This text is too complex to display\. /);
    expectApiError(await requestApi(site, `/my-blogs/${post.id}/preview`, owner.cookie), 'BAD_REQUEST');
    const moved = await postApi(
      site,
      `/blogs/${post.id}/transitions`,
      { transition: 'publish' },
      { cookie: owner.cookie },
    );
    expectApiError(moved, 'BAD_REQUEST');
    expect((await draft(owner, post.id)).status).toBe('draft');
  });

  it('is rendered outside the publishing transaction, which publishes the latest version', async () => {
    const post = await oldDraft(`${payloads[0][1]} b`);
    let answered = false;
    const publishing = make(owner, post.id, 'publish').finally(() => {
      answered = true;
    });
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    const { slug } = await save(owner, post.id, { ...COMPLETE_POST, markdown: 'Saved *meanwhile*.' });
    expect(answered, 'the old text is still being rendered').toBe(false);
    expect((await publishing).status).toBe('published');
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({
      html: '<p>Saved <em>meanwhile</em>.</p>',
      wordCount: 2,
    });
  });

  it('becomes a draft when due without blocking others', async () => {
    const [hostile, plain] = [await oldDraft(payloads[0][1]), await begin(owner)];
    const at = '2026-11-20T13:00:00Z';
    await make(owner, hostile.id, 'schedule', { publishAt: at });
    await make(owner, plain.id, 'schedule', { publishAt: at });
    now = Temporal.Instant.from('2026-11-20T14:00:00Z');
    await publishScheduledPostsJob({ ...site.http.services, log: site.log.log });
    expect((await draft(owner, hostile.id)).status).toBe('draft');
    expect((await draft(owner, plain.id)).status).toBe('published');
  });
});

describe('previews', () => {
  it('are limited by account, and by network for shared links', async () => {
    const writer = await arrive();
    const post = await begin(writer);
    const path = `/my-blogs/${post.id}/preview`;
    for (let count = 0; count < 60; count += 1) await getApi(site, path, writer.cookie);
    expectApiError(await requestApi(site, path, writer.cookie), 'TOO_MANY_REQUESTS');
    const link = await postApi(site, `/blogs/${post.id}/preview-link`, {}, { cookie: writer.cookie, method: 'PUT' });
    const shared = link.json<{ path: string }>().path;
    const from = (remoteAddress: string) =>
      site.http.app.inject({
        method: 'GET',
        url: `/api/v1${shared.replace('/preview/', '/blogs/previews/')}`,
        remoteAddress,
      });
    for (let count = 0; count < 60; count += 1) expect((await from('192.0.2.1')).statusCode).toBe(200);
    expectApiError(await from('192.0.2.1'), 'TOO_MANY_REQUESTS');
    expect((await from('192.0.2.2')).statusCode).toBe(200);
  });
});

describe('hostile previews', () => {
  it('never delay another account’s preview', async () => {
    const [hostile, other] = [await arrive(), await arrive()];
    const ended: string[] = [];
    const prepare = async (writer: SignedInUser, name: string, markdown: string) => {
      const post = await begin(writer);
      await site.db.$client.query('update posts set markdown = $1 where id = $2', [markdown, post.id]);
      return () => requestApi(site, `/my-blogs/${post.id}/preview`, writer.cookie).then(() => ended.push(name));
    };
    const first = await prepare(hostile, 'first', `1 ${payloads[0][1]}`);
    const second = await prepare(hostile, 'second', `2 ${payloads[0][1]}`);
    const plain = await prepare(other, 'plain', 'Plain *text*.');
    const opened = [first(), second()];
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    await plain();
    expect(ended).toEqual(['plain']);
    await Promise.all(opened);
  });
});
