import { describe, expect, it } from 'vitest';
import { parseGhostExport } from './ghost.ts';
import { postTiming } from './outlines.ts';
import { toPostStatusFields, toProjectStatusFields } from './import-status.ts';
import { parseWordpressExport } from './wordpress.ts';

const NOW = '2026-11-20T12:00:00.000Z';

function wordpressPost(status: string, { date = '2020-05-06 07:08:09', password = '' } = {}) {
  const site = parseWordpressExport(`<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title>
    <guid>https://old.example/?p=1</guid><content:encoded>Text</content:encoded><wp:post_date_gmt>${date}</wp:post_date_gmt>
    <wp:status>${status}</wp:status><wp:post_password>${password}</wp:post_password><wp:post_type>post</wp:post_type></item></channel></rss>`);
  return site.posts.map(({ read }) => ({
    ...read(),
    ...toPostStatusFields(postTiming(read()), { status: 'keep' }, NOW),
  }));
}

function ghostPost(status: string, { visibility = 'public', date = '2020-05-06T07:08:09.000Z' } = {}) {
  const site = parseGhostExport({
    data: { posts: [{ id: '1', title: 'A', html: '<p>Text</p>', status, visibility, published_at: date }] },
  });
  return site.posts.map(({ read }) => ({
    ...read(),
    ...toPostStatusFields(postTiming(read()), { status: 'keep' }, NOW),
  }));
}

const FUTURE = '2030-05-06 07:08:09';

describe('status of a WordPress post', () => {
  it.each([
    ['publish', {}, 'published'],
    ['publish', { date: FUTURE }, 'scheduled'],
    ['publish', { date: '0000-00-00 00:00:00' }, 'draft'],
    ['publish', { password: 'secret' }, 'draft'],
    ['future', { date: FUTURE }, 'scheduled'],
    ['future', { date: FUTURE, password: 'secret' }, 'draft'],
    ['draft', {}, 'draft'],
    ['pending', {}, 'in_review'],
    ['pending', { password: 'secret' }, 'draft'],
    ['private', {}, 'draft'],
    ['private', { date: FUTURE }, 'draft'],
    ['private', { password: 'secret' }, 'draft'],
    ['inherit', {}, 'draft'],
    ['a status of a plugin', {}, 'draft'],
    ['', {}, 'draft'],
  ])('%s with %j becomes %s', (status, fields, expected) => {
    const [post, ...others] = wordpressPost(status, fields);
    expect(others).toEqual([]);
    expect(post?.status).toBe(expected);
    expect(post?.scheduledFor === null).toBe(expected !== 'scheduled');
  });

  it.each(['trash', 'auto-draft'])('%s is not imported', status => {
    expect(wordpressPost(status)).toEqual([]);
  });

  it('private is noted', () => {
    expect(wordpressPost('private')[0]?.notes).toEqual(['This post was private, so it’s imported as a draft.']);
    expect(wordpressPost('publish')[0]?.notes).toEqual([]);
  });
});

describe('status of a Ghost post', () => {
  it.each([
    ['published', {}, 'published'],
    ['published', { visibility: 'members' }, 'draft'],
    ['published', { visibility: 'paid' }, 'draft'],
    ['published', { visibility: 'tiers' }, 'draft'],
    ['published', { visibility: 'a new visibility' }, 'draft'],
    ['sent', {}, 'published'],
    ['sent', { visibility: 'members' }, 'draft'],
    ['scheduled', { date: '2030-05-06T07:08:09.000Z' }, 'scheduled'],
    ['scheduled', { date: '2030-05-06T07:08:09.000Z', visibility: 'paid' }, 'draft'],
    ['draft', {}, 'draft'],
    ['a new status', {}, 'draft'],
    ['', {}, 'draft'],
  ])('%s with %j becomes %s', (status, fields, expected) => {
    const [post] = ghostPost(status, fields);
    expect(post?.status).toBe(expected);
    expect(post?.scheduledFor === null).toBe(expected !== 'scheduled');
  });
});

describe('status of a Freehold post', () => {
  const timing = { scheduledFor: null, submittedAt: null, hiddenUntil: null, hiddenFrom: null, publishedAt: null };
  const whole = { ...timing, isComplete: true, hasPending: false };
  const none = { status: 'draft', publishedAt: null, scheduledFor: null, submittedAt: null };
  const [past, future] = ['2020-05-06T07:08:09.000Z', '2030-05-06T07:08:09.000Z'];

  it.each([
    [
      { status: 'published', publishedAt: NOW },
      { status: 'published', publishedAt: NOW },
    ],
    [{ status: 'published', publishedAt: past, isComplete: false }, { publishedAt: past }],
    [{ status: 'published', publishedAt: future, isComplete: false }, {}],
    [{ status: 'published', publishedAt: past, hiddenFrom: NOW }, { publishedAt: past }],
    [
      { status: 'published', publishedAt: past, hiddenUntil: NOW },
      { status: 'published', publishedAt: past },
    ],
    [
      { status: 'published', publishedAt: past, submittedAt: past, hasPending: true },
      { status: 'published', publishedAt: past, submittedAt: past },
    ],
    [
      { status: 'published', publishedAt: past, submittedAt: past },
      { status: 'published', publishedAt: past },
    ],
    [{ status: 'scheduled' }, {}],
    [{ status: 'in_review' }, { status: 'in_review', submittedAt: NOW }],
    [
      { status: 'in_review', submittedAt: past },
      { status: 'in_review', submittedAt: past },
    ],
  ] as const)('with %j becomes %j', (fields, expected) => {
    expect(toPostStatusFields({ ...whole, ...fields }, { status: 'keep' }, NOW)).toEqual({ ...none, ...expected });
    expect(toPostStatusFields({ ...whole, ...fields }, { status: 'draft' }, NOW).status).toBe('draft');
  });
});

describe('status of a project', () => {
  const whole = { scheduledFor: null, submittedAt: null, publishedOn: null, isComplete: true, hasPending: false };
  const none = { status: 'draft', scheduledFor: null, submittedAt: null };
  const at = '2026-10-01T00:00:00.000Z';

  it.each([
    [{ status: 'draft' }, {}],
    [{ status: 'published', publishedOn: '2026-10-01' }, { status: 'published' }],
    [{ status: 'published', publishedOn: '2026-10-01', isComplete: false }, {}],
    [{ status: 'published' }, {}],
    [{ status: 'published', publishedOn: '2026-10-01', submittedAt: at }, { status: 'published' }],
    [
      { status: 'published', publishedOn: '2026-10-01', submittedAt: at, hasPending: true },
      { status: 'published', submittedAt: at },
    ],
    [
      { status: 'scheduled', scheduledFor: at },
      { status: 'scheduled', scheduledFor: at },
    ],
    [{ status: 'scheduled', scheduledFor: at, isComplete: false }, {}],
    [
      { status: 'in_review', submittedAt: at },
      { status: 'in_review', submittedAt: at },
    ],
  ] as const)('with %j becomes %j', (fields, expected) => {
    expect(toProjectStatusFields({ ...whole, ...fields }, { status: 'keep' }, NOW)).toEqual({ ...none, ...expected });
    expect(toProjectStatusFields({ ...whole, ...fields }, { status: 'draft' }, NOW).status).toBe('draft');
  });
});
