import { describe, expect, it } from 'vitest';
import { sitePages } from '#app/site-pages.ts';
import { pageGroups } from '#features/insights/contract/limits.ts';
import { canTrack, findFunnelStep, findShownContent, getPageGroup } from '#features/insights/rules/pages.ts';

const findTrackedPath = (path: string) => sitePages.findTracked(path)?.path;

/** Throws unless the page is tracked. */
function track(path: string) {
  const page = sitePages.findTracked(path);
  if (!page) throw new Error(`${path} is not counted.`);
  return page;
}

describe('declared pages', () => {
  it('use only known groups', () => {
    const groups = sitePages.all.flatMap(({ tracked }) => tracked?.group ?? []);
    expect(groups.filter(group => !pageGroups.some(known => known === group))).toEqual([]);
  });

  it.each([
    '/',
    '/about',
    '/projects',
    '/projects/harbor',
    '/pricing',
    '/pricing/custom',
    '/pricing/consultation',
    '/blogs',
    '/blog/a-one-bag-office',
    '/search',
    '/contact',
    '/privacy-policy',
    '/terms-conditions',
    '/api/reference',
  ])('counts %s', path => expect(findTrackedPath(path)).toBe(path));

  it.each([
    '/blog/জোয়ার-ভাটা',
    '/projects/المد-والجزر',
    '/blog/潮汐表',
    '/blog/café',
    `/blog/${'জ'.repeat(120)}`,
    '/blog/𐐨',
  ])('counts %s, which browsers encode', path => {
    expect(findTrackedPath(encodeURI(path))).toBe(path);
  });

  it.each([
    ['/order/plan/growth', '/order/plan'],
    ['/order/project/harbor', '/order/project'],
    ['/order/service/maintenance', '/order/service'],
  ])('counts %s as %s', (path, page) => expect(findTrackedPath(path)).toBe(page));

  it.each([
    '/order/1001.c2VjcmV0',
    '/order/1001.c2VjcmV0/agreement',
    '/order/custom/agreement',
    '/document/2026-0001/c2VjcmV0',
    '/paid/stripe/2026-0001/c2VjcmV0',
    '/preview/c2VjcmV0',
    '/preview/project/c2VjcmV0',
    '/take-part/post/12',
    '/set-up/c2VjcmV0',
    '/confirm-address/c2VjcmV0',
    '/confirm-new-address/c2VjcmV0',
    '/reset-password',
    '/otp',
    '/login',
    '/dashboard',
    '/dashboard/orders/1001',
    '/dev/mail',
    '/dev/mail/12',
    '/newsletter',
    '/newsletter/confirm/c2VjcmV0',
    '/newsletter/preferences/c2VjcmV0',
    '/newsletter/unsubscribe/c2VjcmV0',
    '/booking/c2VjcmV0',
    '/search?q=ada@site.example',
    '/blog/ada@site.example',
    '/blog/Ü',
    '/blog/one/two',
    `/blog/${'a'.repeat(121)}`,
    `/blog/${encodeURI('জ'.repeat(121))}`,
    '/blog/ada%40site.example',
    '/blog/%00',
    '/blog/%80',
    '/blog/%E0%A6',
    '//evil.example',
    '/about/',
    'about',
    '',
    '/about\n',
  ])('never counts %s', path => expect(findTrackedPath(path)).toBeUndefined());
});

describe('tracked page', () => {
  it.each([
    ['/', 'home', undefined],
    ['/projects', 'projects', undefined],
    ['/projects/harbor', 'project', undefined],
    ['/blogs', 'posts', undefined],
    ['/blog/a-post', 'post', undefined],
    ['/pricing', 'pricing', 'viewed_pricing'],
    ['/pricing/custom', 'order', 'started_checkout'],
    ['/pricing/consultation', 'order', 'started_checkout'],
    ['/order/plan/growth', 'order', 'started_checkout'],
    ['/api/reference', 'other', undefined],
    ['/contact', 'other', undefined],
  ])('%s is in group %s and funnel step %s', (page, group, step) => {
    expect([getPageGroup(track(page)), findFunnelStep(track(page))]).toEqual([group, step]);
  });

  it('identifies its post or project', () => {
    expect(
      ['/blog/one', '/projects/two', '/projects', '/order/plan/growth'].map(path => findShownContent(track(path))),
    ).toEqual([{ post: 'one' }, { project: 'two' }, undefined, undefined]);
  });
});

describe('visit script', () => {
  it.each([
    ['/about', 200, true],
    ['/about', 500, false],
    ['/contact', 400, false],
    ['/order/plan/no-such-plan', 404, false],
    ['/order/plan/growth', 200, true],
    ['/blog/no-such-post', 404, true],
    ['/projects/no-such-project', 404, true],
    ['/no-such-page', 404, true],
    ['/login', 200, true],
  ])('of %s, answered %i: %s', (path, status, isTracked) =>
    expect(canTrack(sitePages.findTracked(path), status)).toBe(isTracked),
  );
});
