import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Offer, OfferValue } from '#features/catalog/contract/offers.ts';
import type { SellingTermsDocument } from '#features/catalog/contract/terms.ts';
import type { SiteDocument } from '#features/site/contract.ts';
import { listenForChanges } from '#platform/cache/content-changes.ts';
import { readApi } from './support/api-answers.ts';
import { archivesOf } from './support/archives.ts';
import { endpoints } from './support/contract-walk.ts';
import {
  changesNoPage,
  changesPages,
  expectFreshAfter,
  freshnessTests,
  hearChanges,
  PATIENCE,
} from './support/fresh-pages.ts';
import { type Arrived, membersOf } from './support/members.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';
import { zipOf } from './support/zip.ts';

let site: TestSite;
let stopListening: () => Promise<void>;
let owner: Arrived;
const { arrive, send } = membersOf(() => site);
beforeAll(async () => {
  site = await openTestSite({ pages: true });
  stopListening = await hearChanges(site);
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const fresh = (url: string, act: Parameters<typeof expectFreshAfter>[2], isFresh: (html: string) => boolean) =>
  expectFreshAfter(site, url, act, isFresh);
const shows = (words: string) => (html: string) => html.includes(words);
const lacks = (words: string) => (html: string) => !html.includes(words);
/** What differs from a page as it is now. */
const differs = async (url: string) => {
  const { body } = await site.http.app.inject(url);
  return (html: string) => html !== body;
};

const { changes, areAllTested } = freshnessTests(changesPages.site);

describe('prices on cached pages', () => {
  const plan: OfferValue = {
    name: 'Lighthouse',
    price: '$1,299.50',
    tagline: 'One page',
    description: 'A page.',
    features: 'One',
    deliveryDays: '10',
    supportDays: '0',
    contentItems: 'Your logo',
  };
  changes(
    'catalog.addOffer catalog.saveOffer catalog.changeOffer catalog.removeOffer',
    'follow the offers',
    async () => {
      const add = () => send(owner, 'POST', '/pricing/offers', { kind: 'plan', value: plan });
      const { key } = (await fresh('/pricing', add, shows('Lighthouse'))).json<Offer>();
      const path = `/pricing/offers/${key}`;
      const version = async () => (await readApi<Offer>(site, path, owner.cookie)).version;
      const value = { ...plan, tagline: 'One more page' };
      const saved = { version: await version(), value };
      await fresh('/pricing', () => send(owner, 'PUT', path, saved), shows('One more page'));
      await fresh('/pricing', () => send(owner, 'PATCH', path, { hidden: true }), lacks('Lighthouse'));
      await fresh('/pricing', () => send(owner, 'PATCH', path, { hidden: false }), shows('Lighthouse'));
      const last = { version: await version() };
      await fresh('/pricing', () => send(owner, 'DELETE', path, last), lacks('Lighthouse'));
    },
  );
  changes('catalog.saveOfferOrder', 'stand where they were put', async () => {
    const { items } = await readApi<{ items: { id: string; key: string; kind: string }[] }>(
      site,
      '/pricing/offers',
      owner.cookie,
    );
    const ids = items.filter(({ kind }) => kind === 'plan').map(({ id }) => id);
    await fresh(
      '/pricing',
      () => send(owner, 'PUT', '/pricing/orders/plan', { ids: ids.toReversed() }),
      await differs('/pricing'),
    );
  });
  changes('catalog.saveTerms', 'have the terms as they were written last', async () => {
    const now = await readApi<SellingTermsDocument>(site, '/pricing/terms', owner.cookie);
    const terms = now.terms.map(({ number, short, text }) => ({
      short,
      text: number === 5 ? `${text} Indeed so.` : text,
    }));
    const body = { version: now.version, terms, figures: { ...now.figures, installmentsFrom: '1000' } };
    await fresh('/pricing', () => send(owner, 'PUT', '/pricing/terms', body), shows('Indeed so.'));
  });
});

describe('the site’s own texts on cached pages', () => {
  changes('site.saveDocument', 'are as they were saved last, wherever they are shown', async () => {
    const save = async (key: string, change: (value: Record<string, unknown>) => object) => {
      const { version, value } = await readApi<SiteDocument>(site, `/site/documents/${key}`, owner.cookie);
      const body = { version, value: change(value as Record<string, unknown>) };
      return () => send(owner, 'PUT', `/site/documents/${key}`, body);
    };
    const renamed = await save('profile', value => ({ ...value, name: 'Ada of the Tides' }));
    await fresh('/', renamed, shows('Ada of the Tides'));
    const policy = await save('privacyPolicy', value => ({ ...value, markdown: 'We keep **nothing at all**.' }));
    await fresh('/privacy-policy', policy, shows('nothing at all'));
  });
  changes('insights.change', 'count visits, or do not', async () => {
    await fresh(
      '/about',
      () => send(owner, 'PATCH', '/insights/settings', { counting: false }),
      await differs('/about'),
    );
  });
  changes('settings.save', 'are in the new time zone', async () => {
    const heard = new Set<string>();
    const stop = await listenForChanges(site.connectionString, site.log.log, {
      onChange: tag => void heard.add(tag),
      onGap: () => {},
    });
    const saved = await send(owner, 'PATCH', '/settings', { timeZone: 'Pacific/Auckland' });
    expect(saved.statusCode, saved.body).toBe(200);
    await expect.poll(() => [...heard].toSorted(), PATIENCE).toEqual(['blog', 'projects', 'site']);
    await stop();
  });
  changes('transfers.run', 'have what was imported', async () => {
    const archives = archivesOf(() => site);
    const post = '---\ntitle: Imported from elsewhere\ndate: 2026-11-19\n---\n\nText.\n';
    const id = await archives.send(owner.cookie, await zipOf({ 'content/posts/imported.md': post }));
    const run = async () => {
      const answer = await archives.run(owner.cookie, id);
      await archives.work(id);
      return answer;
    };
    await fresh('/blogs', run, shows('Imported from elsewhere'));
  });
  changes('settings.removeSampleContent settings.loadSampleContent', 'follow the sample content', async () => {
    const sample = 'A one-bag office';
    const page = '/blogs?category=Travel';
    await fresh(page, () => send(owner, 'DELETE', '/sample-content', { sure: 'yes' }), await differs(page));
    await fresh('/blogs', () => send(owner, 'POST', '/sample-content'), await differs('/blogs'));
    expect((await site.http.app.inject('/blog/a-one-bag-office')).body).toContain(sample);
  });
});

it('every endpoint that changes the site’s own content is tested', areAllTested);

it('each endpoint that changes something is tested for cached pages, or changes none', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  const others = Object.entries(changesNoPage).flatMap(([feature, names]) =>
    names.split(' ').map(name => `${feature}.${name}`),
  );
  const known = [...Object.values(changesPages).flatMap(names => names.split(' ')), ...others];
  expect(known.toSorted()).toEqual(writing.toSorted());
});
