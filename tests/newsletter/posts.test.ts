import { beforeAll, describe, expect, it } from 'vitest';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import type { PostNewsletter } from '#features/newsletter/contract/issues.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { newsletterFixture } from '../support/newsletter-fixture.ts';
import { subscribeMany } from '../support/newsletter-helpers.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

const { clock, query, site, services, ada, show, begin: beginIssue, post: send, step, watch } = newsletterFixture();
const { begin, draft, make, applyTransition, save } = postFixture(site);
let author: SignedInUser;
beforeAll(async () => {
  author = await memberFixture(site).arrive({ role: 'author', name: 'Hedy Kiesler' });
});

const DUE = '2026-11-25T08:30:00Z';
const SEND = { sendsNewsletter: true };
const SCHEDULED = { publishAt: DUE, ...SEND };
/** Runs the jobs that are due, twice. */
const runJobs = async () => {
  for (let run = 0; run < 2; run++) {
    await publishScheduledPostsJob(services());
    await watch();
  }
};
const listIssues = () => query<{ id: number; post_id: number; state: string }>('select * from newsletter_issues');
const getNewsletter = (id: number) => getApi<PostNewsletter>(site(), `/newsletter/posts/${id}`, ada().cookie);
const expectNothingSent = async () => {
  await runJobs();
  expect(await listIssues()).toEqual([]);
  expect(await query(`select 1 from emails where template = 'newsletter_issue'`)).toEqual([]);
};

describe('post published as a newsletter', () => {
  it('is sent once to the subscribers of new posts', async () => {
    const emails = await subscribeMany(site(), 2);
    const { id, slug } = await begin(ada());
    expect(await getNewsletter(id)).toMatchObject({ audienceSize: 2, issue: null });
    expect(await make(ada(), id, 'publish', SEND)).toMatchObject({ status: 'published', sendsNewsletter: true });
    await Promise.all([watch(), watch()]);
    const [issue, ...others] = await listIssues();
    expect(others).toEqual([]);
    expect(await show(issue?.id ?? 0)).toMatchObject({
      state: 'sending',
      subject: COMPLETE_POST.title,
      markdown: expect.stringContaining(`/blog/${slug}`),
    });
    await step(issue?.id ?? 0);
    expect(await getNewsletter(id)).toMatchObject({ issue: { id: issue?.id, state: 'sent' } });
    expect(await draft(ada(), id)).toMatchObject({ sendsNewsletter: false });

    // Publishing its changes or the archived post sends nothing again.
    await save(ada(), id, { title: 'Changed' });
    await make(ada(), id, 'publish', SEND);
    await runJobs();
    for (const name of ['archive', 'unarchive'] as const) await make(ada(), id, name);
    await make(ada(), id, 'publish', SEND);
    await runJobs();
    expect(await listIssues()).toHaveLength(1);
    const sent = await query<{ to_email: string }>(`select to_email from emails where template = 'newsletter_issue'`);
    expect(sent.map(({ to_email: to }) => to).toSorted()).toEqual(emails.toSorted());
  });

  it('isn’t sent unless the owner chose it', async () => {
    await subscribeMany(site(), 1);
    const { id } = await begin(ada());
    await make(ada(), id, 'publish');
    const other = await begin(ada());
    await make(ada(), other.id, 'publish', { sendsNewsletter: false });
    const theirs = await begin(author);
    expectApiError(await applyTransition(author, theirs.id, 'publish', SEND), 'FORBIDDEN');
    expect(await draft(author, theirs.id)).toMatchObject({ status: 'draft', sendsNewsletter: false });
    await make(author, theirs.id, 'publish');
    await expectNothingSent();
  });

  it('isn’t sent if it is archived before sending starts, without subscribers, or as a project', async () => {
    const { id } = await begin(ada());
    await make(ada(), id, 'publish', SEND);
    await expectNothingSent();
    await subscribeMany(site(), 1);
    const other = await begin(ada());
    await make(ada(), other.id, 'publish', SEND);
    await make(ada(), other.id, 'archive');
    await expectNothingSent();
    const cookie = ada().cookie;
    const project = await postApi(site(), '/projects', { title: 'Tide tables' }, { cookie });
    const path = `/projects/${project.json<{ id: string }>().id}/transitions`;
    expectApiError(await postApi(site(), path, { transition: 'publish', ...SEND }, { cookie }), 'BAD_REQUEST');
  });

  it('isn’t sent after a newsletter that the owner created from it', async () => {
    await subscribeMany(site(), 1);
    const { id } = await begin(ada());
    await make(ada(), id, 'publish');
    const issue = await beginIssue({ postId: id, subject: undefined, markdown: undefined });
    expect(await getNewsletter(id)).toMatchObject({ issue: null });
    await send(`/issues/${issue.id}/send`);
    for (const name of ['archive', 'unarchive'] as const) await make(ada(), id, name);
    await make(ada(), id, 'publish', SEND);
    await runJobs();
    expect(await listIssues()).toHaveLength(1);
  });
});

describe('post scheduled with a newsletter', () => {
  it('is sent when it is published, and not earlier', async () => {
    await subscribeMany(site(), 1);
    const { id } = await begin(ada());
    expect(await make(ada(), id, 'schedule', SCHEDULED)).toMatchObject({ sendsNewsletter: true });
    await expectNothingSent();
    await save(ada(), id, { title: 'A better title' });
    clock.now = Temporal.Instant.from(DUE);
    await runJobs();
    expect(await query('select post_id, subject, state from newsletter_issues')).toEqual([
      { post_id: id, subject: 'A better title', state: 'sending' },
    ]);
  });

  it('isn’t sent after it is unscheduled, or rescheduled without it', async () => {
    await subscribeMany(site(), 1);
    const { id } = await begin(ada());
    await make(ada(), id, 'schedule', SCHEDULED);
    expect(await make(ada(), id, 'unschedule')).toMatchObject({ sendsNewsletter: false });
    await make(ada(), id, 'publish');
    const other = await begin(ada());
    await make(ada(), other.id, 'schedule', SCHEDULED);
    await make(ada(), other.id, 'schedule', { publishAt: DUE, sendsNewsletter: false });
    clock.now = Temporal.Instant.from(DUE);
    await expectNothingSent();
  });
});
