import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import type { SiteSection } from '#features/site/contract/index.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { interceptTimers } from '../../support/time-limits.ts';
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

/** A text that takes far more than its time limit. */
const hostile = `${'*'.repeat(6000)}a${'*'.repeat(6000)}`;

/** Returns the time limit of a text in milliseconds. */
const limitOf = (text: string) => 2000 + (20 * text.length) / 1000;

/** Waits until a text is being rendered. Its time limit must be intercepted. */
const waitForRendering = (text: string) =>
  vi.waitFor(() => expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), limitOf(text)));

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
  async function oldDraft(markdown: string, author = owner) {
    const post = await begin(author);
    await site.db.$client.query('update posts set markdown = $1 where id = $2', [markdown, post.id]);
    return post;
  }

  it('is rendered outside the publishing transaction, which publishes the latest version', async () => {
    const exceedTime = interceptTimers(limitOf(hostile));
    const post = await oldDraft(hostile);
    let answered = false;
    const publishing = make(owner, post.id, 'publish').finally(() => {
      answered = true;
    });
    await waitForRendering(hostile);
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    const { slug } = await save(owner, post.id, { ...COMPLETE_POST, markdown: 'Saved *meanwhile*.' });
    expect(answered, 'the old text is still being rendered').toBe(false);
    exceedTime();
    expect((await publishing).status).toBe('published');
    expect(await getApi(site, `/blog/${slug}`)).toMatchObject({
      html: '<p>Saved <em>meanwhile</em>.</p>',
      wordCount: 2,
    });
  });

  it('stays a draft when due or published, without blocking others', async () => {
    const [slow, plain] = [await oldDraft(hostile), await begin(owner)];
    const publish = await postApi(
      site,
      `/blogs/${slow.id}/transitions`,
      { transition: 'publish' },
      { cookie: owner.cookie },
    );
    expectApiError(publish, 'BAD_REQUEST');
    expect((await draft(owner, slow.id)).status).toBe('draft');

    const at = '2026-11-20T13:00:00Z';
    await make(owner, slow.id, 'schedule', { publishAt: at });
    await make(owner, plain.id, 'schedule', { publishAt: at });
    now = Temporal.Instant.from('2026-11-20T14:00:00Z');
    await publishScheduledPostsJob({ ...site.http.services, log: site.log.log });
    expect((await draft(owner, slow.id)).status).toBe('draft');
    expect((await draft(owner, plain.id)).status).toBe('published');
  });

  it('is stopped in a preview, while other requests and accounts are answered', async () => {
    const [writer, other] = [await arrive(), await arrive()];
    const ended: string[] = [];
    const preview = async (name: string, path: string, cookie?: string) => {
      const answer = await requestApi(site, path, cookie);
      ended.push(name);
      return answer;
    };
    const text = `1 ${hostile}`;
    const exceedTime = interceptTimers(limitOf(text));
    const slow = await oldDraft(text, writer);
    const link = await postApi(site, `/blogs/${slow.id}/preview-link`, {}, { cookie: writer.cookie, method: 'PUT' });
    const shared = link.json<{ path: string }>().path.replace('/preview/', '/blogs/previews/');
    // Would end first if it took the second thread.
    const next = await oldDraft('The *next* text.', writer);
    const plain = await oldDraft('Plain *text*.', other);
    const first = preview('slow', `/my-blogs/${slow.id}/preview`, writer.cookie);
    await waitForRendering(text);
    const second = preview('next', `/my-blogs/${next.id}/preview`, writer.cookie);
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    await preview('plain', `/my-blogs/${plain.id}/preview`, other.cookie);
    expect(ended).toEqual(['plain']);
    exceedTime();
    expect((await second).statusCode).toBe(200);
    for (const answer of [await first, await preview('shared', shared)]) {
      const refusal = expectApiError(answer, 'BAD_REQUEST');
      expect(refusal.fields).toHaveProperty('markdown', refusal.message);
      expect(refusal.message).toMatch(/^This text is too complex to display\. /);
    }
  });
});

describe('previews', () => {
  /** Sets the attempts of all rate limits that count previews. */
  const countAttempts = (attempts: number) =>
    site.db.$client.query(`update rate_limits set attempts = $1 where key like '%preview%'`, [attempts]);

  it('are limited by account, and by network for shared links', async () => {
    const writer = await arrive();
    const post = await begin(writer);
    const path = `/my-blogs/${post.id}/preview`;
    await getApi(site, path, writer.cookie);
    await countAttempts(59);
    await getApi(site, path, writer.cookie);
    expectApiError(await requestApi(site, path, writer.cookie), 'TOO_MANY_REQUESTS');
    const link = await postApi(site, `/blogs/${post.id}/preview-link`, {}, { cookie: writer.cookie, method: 'PUT' });
    const shared = link.json<{ path: string }>().path;
    const from = (remoteAddress: string) =>
      site.http.app.inject({
        method: 'GET',
        url: `/api/v1${shared.replace('/preview/', '/blogs/previews/')}`,
        remoteAddress,
      });
    expect((await from('192.0.2.1')).statusCode).toBe(200);
    await countAttempts(59);
    expect((await from('192.0.2.1')).statusCode).toBe(200);
    expectApiError(await from('192.0.2.1'), 'TOO_MANY_REQUESTS');
    expect((await from('192.0.2.2')).statusCode).toBe(200);
  });
});
