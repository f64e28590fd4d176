import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import type { Activity } from '#features/dashboard/contract/index.ts';
import { type SetupStep, setupSteps } from '#features/dashboard/contract/setup-steps.ts';
import { ACTIVITY_LIMIT } from '#features/dashboard/rules.ts';
import type { SiteSection } from '#features/site/contract/index.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllUsers, PASSWORD } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT as wholeProject } from '../support/project-fixture.ts';
import { insertComment } from '../support/row-factories.ts';
import { placePlanOrder } from '../support/order-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let now = NOON;
const { arrive } = memberFixture(() => site);
const posts = postFixture(() => site);
const projects = projectFixture(() => site);
let owner: SignedInUser;
let author: SignedInUser;
let member: SignedInUser;
beforeAll(async () => {
  // Its own file store, because it removes the sample content.
  site = await createTestSite({ now: () => now, files: createMemoryFileStore() });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  await deleteAllUsers(site.db);
  owner = await arrive({ role: 'owner', name: 'Ada Byron', createdAt: at(-500) });
  author = await arrive({ role: 'author', name: 'Hedy Kiesler', createdAt: at(-400) });
  member = await arrive({ name: 'Grace Murray', createdAt: at(-300) });
});

const at = (minutes: number) => new Date(NOON.add({ minutes }).epochMilliseconds);
const wait = (minutes: number) => (now = now.add({ minutes }));
const recent = async (who: SignedInUser) =>
  (await getApi<{ items: Activity[] }>(site, '/dashboard/activity', who.cookie)).items;

describe('recent activity', () => {
  it('shows all to the owner and their own to others, newest first', async () => {
    const { id } = await posts.begin(member);
    await posts.make(member, id, 'submit');
    wait(1);
    await posts.make(owner, id, 'request_changes', { message: 'Say where.' });
    wait(1);
    const project = await projects.begin(author, wholeProject);
    const { id: projectId } = await projects.make(author, project.id, 'publish');
    const common = {
      kind: 'content_transition',
      contentType: 'post',
      title: COMPLETE_POST.title,
      path: `/dashboard/update-blog/${id}`,
    };
    const sentBack = {
      ...common,
      transition: 'request_changes',
      actorName: 'Ada Byron',
      occurredAt: '2026-11-20T12:01:00.000Z',
    };
    const submitted = {
      ...common,
      transition: 'submit',
      actorName: 'Grace Murray',
      occurredAt: '2026-11-20T12:00:00.000Z',
    };
    expect(await recent(owner)).toEqual([
      {
        kind: 'content_transition',
        contentType: 'project',
        title: wholeProject.title,
        transition: 'publish',
        actorName: 'Hedy Kiesler',
        isOwnAction: false,
        occurredAt: '2026-11-20T12:02:00.000Z',
        path: `/dashboard/update-project/${projectId}`,
      },
      { ...sentBack, isOwnAction: true },
      { ...submitted, isOwnAction: false },
      {
        kind: 'user_registered',
        actorName: 'Grace Murray',
        occurredAt: at(-300).toISOString(),
        path: '/dashboard/all-users?search=Grace+Murray',
      },
      {
        kind: 'user_registered',
        actorName: 'Hedy Kiesler',
        occurredAt: at(-400).toISOString(),
        path: '/dashboard/all-users?search=Hedy+Kiesler',
      },
    ]);
    expect(await recent(member)).toEqual([
      { ...sentBack, isOwnAction: false },
      { ...submitted, isOwnAction: true },
    ]);
    expect(await recent(author)).toMatchObject([{ transition: 'publish', isOwnAction: true }]);
    expectApiError(await requestApi(site, '/dashboard/activity'), 'UNAUTHORIZED');
  });

  it('omits refused transitions and names the site for scheduled ones', async () => {
    const { id } = await posts.begin(author);
    expect(
      (await posts.applyTransition(author, id, 'schedule', { publishAt: '2026-11-01T12:00:00Z' })).statusCode,
    ).toBe(400);
    expect(await recent(author)).toEqual([]);
    await posts.make(author, id, 'schedule', { publishAt: '2026-11-20T12:30:00Z' });
    wait(31);
    await publishScheduledPostsJob({ ...site.http.services, log: site.log.log, now: () => now });
    expect(await recent(author)).toMatchObject([
      { transition: 'publish', actorName: null, isOwnAction: false, occurredAt: '2026-11-20T12:31:00.000Z' },
      { transition: 'schedule', actorName: 'Hedy Kiesler', isOwnAction: true },
    ]);
    await posts.remove(author, id);
    expect(await recent(author), 'deleted posts are not mentioned').toEqual([]);
  });

  it('shows published comments to writers and held ones only to the owner', async () => {
    const { id, slug } = await posts.begin(author);
    await posts.make(author, id, 'publish');
    const said = (body: string, minutes: number, more: object) =>
      insertComment(site.db, { postId: id, body, createdAt: at(minutes), ...more });
    await said('Shown', 1, { authorId: member.id });
    await said('Own', 2, { authorId: author.id });
    await said('Held', 3, { authorId: member.id, state: 'pending', approvedAt: null });
    await said('Spam', 4, { authorId: member.id, state: 'spam', removedAt: at(4) });
    const shown = {
      kind: 'comment',
      actorName: 'Grace Murray',
      isHeld: false,
      contentType: 'post',
      title: COMPLETE_POST.title,
    };
    const comments = async (who: SignedInUser) => (await recent(who)).filter(({ kind }) => kind === 'comment');
    expect(await comments(author)).toEqual([
      { ...shown, occurredAt: at(1).toISOString(), path: `/blog/${slug}#comments` },
    ]);
    expect(await comments(owner)).toEqual([
      { ...shown, isHeld: true, occurredAt: at(3).toISOString(), path: '/dashboard/comments?state=pending' },
      { ...shown, actorName: 'Hedy Kiesler', occurredAt: at(2).toISOString(), path: `/blog/${slug}#comments` },
      { ...shown, occurredAt: at(1).toISOString(), path: `/blog/${slug}#comments` },
    ]);
    expect(await comments(member)).toEqual([]);
  });

  it('shows account events to their user and all to the owner', async () => {
    const body = { currentPassword: PASSWORD, password: 'tide-gauge-43', confirmPassword: 'tide-gauge-43' };
    const changed = await postApi(site, '/profile/password', body, { cookie: member.cookie, method: 'PUT' });
    expect(changed.statusCode, changed.body).toBe(200);
    const event = {
      kind: 'security',
      event: 'password_changed',
      occurredAt: NOON.toString({ smallestUnit: 'millisecond' }),
    };
    expect(await recent(member)).toEqual([{ ...event, email: null, path: '/dashboard/update-profile' }]);
    expect((await recent(owner))[0]).toEqual({ ...event, email: member.email, path: '/dashboard/security-log' });
    expect(await recent(author)).toEqual([]);
  });

  it('shows order events to the owner and the client', async () => {
    const ordered = await placePlanOrder(site);
    await site.db.$client.query('update orders set client_id = $1 where id = $2', [member.id, ordered.number]);
    const common = {
      kind: 'order',
      number: ordered.number,
      title: 'Growth',
      path: `/dashboard/orders/${ordered.number}`,
    };
    const placed = {
      ...common,
      occurredAt: NOON.toString({ smallestUnit: 'millisecond' }),
      message: 'Order placed',
    };
    expect((await recent(owner))[0]).toEqual({ ...placed, actorName: 'Noor Haddad' });
    expect(await recent(member)).toEqual([{ ...placed, actorName: null }]);
    expect(await recent(author)).toEqual([]);
    wait(1);
    const moved = await postApi(site, `/orders/${ordered.reference}/transitions`, {
      transition: 'cancel',
      reason: 'Too early.',
    });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(await recent(member)).toMatchObject([{ message: 'Order canceled' }, placed]);
  });

  it('is limited to the newest', async () => {
    const { id } = await posts.begin(author);
    for (let number = 0; number < ACTIVITY_LIMIT; number++) {
      await posts.make(author, id, number % 2 === 0 ? 'publish' : 'archive');
      wait(1);
    }
    const items = await recent(owner);
    expect(items).toHaveLength(ACTIVITY_LIMIT);
    expect(items.map(item => item.occurredAt)).toEqual(
      items
        .map(item => item.occurredAt)
        .toSorted()
        .toReversed(),
    );
  });
});

describe('setup steps', () => {
  const left = async () =>
    (await getApi<{ remainingSteps: SetupStep[] }>(site, '/dashboard/setup-checklist', owner.cookie)).remainingSteps;

  it('are all open on a new site and disappear when done', async () => {
    expect(await left()).toEqual([...setupSteps]);
    expectApiError(await requestApi(site, '/dashboard/setup-checklist', author.cookie), 'FORBIDDEN');
    const finishedSteps: SetupStep[] = [];
    const expectFinished = async (step: SetupStep) => {
      finishedSteps.push(step);
      expect(await left()).toEqual(setupSteps.filter(name => !finishedSteps.includes(name)));
    };
    const edit = async (key: string) => {
      const { version, value } = await getApi<SiteSection>(site, `/site/sections/${key}`, owner.cookie);
      await postApi(site, `/site/sections/${key}`, { version, value }, { cookie: owner.cookie, method: 'PUT' });
    };
    await edit('profile');
    await expectFinished('profile');
    await edit('privacyPolicy');
    expect(await left()).toContain('legal');
    await edit('termsConditions');
    await expectFinished('legal');

    const others = await posts.begin(author);
    await posts.make(author, others.id, 'publish');
    const { id } = await posts.begin(owner);
    expect(await left()).toContain('post');
    await posts.make(owner, id, 'publish');
    await expectFinished('post');

    const change = (body: object) => postApi(site, '/settings', body, { cookie: owner.cookie, method: 'PATCH' });
    await change({ configuredSiteUrl: 'https://ada.example' });
    await expectFinished('site_url');
    await site.db.$client.query(
      `insert into totp_secrets (user_id, encrypted_secret, created_at, confirmed_at) values ($1, 'x', now(), null)`,
      [owner.id],
    );
    expect(await left()).toContain('two_factor');
    await site.db.$client.query('update totp_secrets set confirmed_at = now()');
    await expectFinished('two_factor');

    const removed = await postApi(
      site,
      '/sample-content',
      { confirm: 'yes' },
      { cookie: owner.cookie, method: 'DELETE' },
    );
    expect(removed.statusCode, removed.body).toBe(200);
    await expectFinished('sample_content');
    await site.db.$client.query(`update billing_settings set bkash_instructions = ' '`);
    expect(await left()).toEqual(['payments', 'email']);
    // bKash only takes BDT, and prices are in USD.
    await site.db.$client.query(`update billing_settings set bkash_instructions = 'Send to 01711-000000.'`);
    expect(await left()).toEqual(['payments', 'email']);
    await site.db.$client.query(
      `update billing_settings set exchange_rates = '[{"currency": "USD", "rate": "120", "on": "2026-11-01"}]'`,
    );
    await expectFinished('payments');
    expect(await left()).toEqual(['email']);
    await change({ configuredSiteUrl: '' });
    expect(await left()).toEqual(['email', 'site_url']);
  });

  it('omit settings that the environment configures', async () => {
    const environment = {
      SITE_URL: 'https://ada.example',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'ada@ada.example',
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    };
    const other = await createTestSite({ environment });
    try {
      const somebody = await memberFixture(() => other).arrive({ role: 'owner' });
      const { remainingSteps: steps } = await getApi<{ remainingSteps: SetupStep[] }>(
        other,
        '/dashboard/setup-checklist',
        somebody.cookie,
      );
      expect(steps).toEqual(setupSteps.filter(step => !['email', 'payments', 'site_url'].includes(step)));
    } finally {
      await other.close();
    }
  });
});
