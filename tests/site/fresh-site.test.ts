import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import type { Offer, OfferFormValues } from '#features/pricing/contract/offers.ts';
import type { PaymentTermsDto } from '#features/pricing/contract/payment-terms.ts';
import type { SiteSection } from '#features/site/contract/index.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { getApi, postApi } from '../support/api-client.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { endpoints } from '../support/list-endpoints.ts';
import {
  changesNoPage,
  changesPages,
  expectFreshAfter,
  freshnessTests,
  applyInvalidations,
  PATIENCE,
} from '../support/fresh-pages.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createSmallContent } from '../support/small-content.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { taxRateFixture } from '../support/tax-rate-fixture.ts';
import { createTestImage } from '../support/upload-fixture.ts';
import { createZipBuffer } from '../support/zip.ts';
import { listenForTags } from '#tests/support/fresh-pages.ts';

let site: TestSite;
let content: Awaited<ReturnType<typeof createSmallContent>>;
/** The site's own files, since it deletes those of the sample content. */
let files: string;
let stopListening: () => Promise<void>;
let owner: SignedInUser;
const { arrive, send } = memberFixture(() => site);
beforeAll(async () => {
  content = await createSmallContent();
  files = await mkdtemp(join(tmpdir(), 'files-'));
  await cp(inject('sampleFiles'), files, { recursive: true });
  site = await createTestSite({ pages: true, content: content.folder, files: createDiskStore(files) });
  stopListening = await applyInvalidations(site);
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
afterAll(async () => {
  await stopListening();
  await site.close();
  await content.remove();
  await rm(files, { recursive: true });
});

const fresh = (url: string, act: Parameters<typeof expectFreshAfter>[2], isFresh: (html: string) => boolean) =>
  expectFreshAfter(site, url, act, isFresh);
const shows = (words: string) => (html: string) => html.includes(words);
const lacks = (words: string) => (html: string) => !html.includes(words);
/** Returns a check whether a page differs from its current version. */
const differs = async (url: string) => {
  const { body } = await site.http.app.inject(url);
  return (html: string) => html !== body;
};

const { changes, areAllTested } = freshnessTests(changesPages.site);

describe('prices on cached pages', () => {
  const plan: OfferFormValues = {
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
    'pricing.createOffer pricing.updateOffer pricing.updateOfferVisibility pricing.deleteOffer',
    'follow the offers',
    async () => {
      const add = () => send(owner, 'POST', '/pricing/offers', { kind: 'plan', value: plan });
      const { key } = (await fresh('/pricing', add, shows('Lighthouse'))).json<Offer>();
      const path = `/pricing/offers/${key}`;
      const version = async () => (await getApi<Offer>(site, path, owner.cookie)).version;
      const value = { ...plan, tagline: 'One more page' };
      const saved = { version: await version(), value };
      await fresh('/pricing', () => send(owner, 'PUT', path, saved), shows('One more page'));
      await fresh('/pricing', () => send(owner, 'PATCH', path, { isHidden: true }), lacks('Lighthouse'));
      await fresh('/pricing', () => send(owner, 'PATCH', path, { isHidden: false }), shows('Lighthouse'));
      const last = { version: await version() };
      await fresh('/pricing', () => send(owner, 'DELETE', path, last), lacks('Lighthouse'));
    },
  );
  changes('pricing.reorderOffers', 'are in the new order', async () => {
    const { items } = await getApi<{ items: { id: string; key: string; kind: string }[] }>(
      site,
      '/pricing/offers',
      owner.cookie,
    );
    const ids = items.filter(({ kind }) => kind === 'plan').map(({ id }) => id);
    await fresh(
      '/pricing',
      () => send(owner, 'PUT', '/pricing/offer-positions/plan', { ids: ids.toReversed() }),
      await differs('/pricing'),
    );
  });
  changes('billing.updateBillingSettings', 'state the tax', async () => {
    const { currency: _currency, ...now } = await getApi<BillingSettings>(site, '/billing-settings', owner.cookie);
    const edited = { ...now, taxRates: [taxRateFixture({ name: 'Sea tax' })] };
    await fresh('/pricing', () => send(owner, 'PUT', '/billing-settings', edited), shows('Sea tax'));
  });
  changes('pricing.updatePaymentTerms', 'show the new terms', async () => {
    const now = await getApi<PaymentTermsDto>(site, '/pricing/payment-terms', owner.cookie);
    const terms = now.terms.map(({ number, title, text }) => ({
      title,
      text: number === 5 ? `${text} Indeed so.` : text,
    }));
    const body = { version: now.version, terms, settings: { ...now.settings, installmentMinimum: '1000' } };
    await fresh('/pricing', () => send(owner, 'PUT', '/pricing/payment-terms', body), shows('Indeed so.'));
  });
});

describe('site sections on cached pages', () => {
  changes('auth.setUpOwner', 'have the title from the set-up form', async () => {
    const unowned = await createTestSite({ pages: true });
    const stop = await applyInvalidations(unowned);
    const token = await createOwnerSetupToken(unowned.db, { isOnlyInstance: true });
    const password = 'tide-gauge-42';
    const ada = { name: 'Ada', email: 'ada@site.example', password, confirmPassword: password };
    const body = { token, ...ada, siteTitle: 'Byron & Daughters', timeZone: 'Asia/Kolkata' };
    const isTitled = (html: string) => html.includes('Byron &amp; Daughters');
    const others = ['/', '/blogs', '/projects', '/pricing'];
    for (const url of others) await unowned.http.app.inject(url);
    await expectFreshAfter(unowned, '/about', () => postApi(unowned, '/setup', body), isTitled);
    for (const url of others) {
      await expect.poll(async () => isTitled((await unowned.http.app.inject(url)).body), PATIENCE).toBe(true);
    }
    await stop();
    await unowned.close();
  });
  changes('site.updateSection', 'show the saved sections', async () => {
    const save = async (key: string, change: (value: Record<string, unknown>) => object) => {
      const { version, value } = await getApi<SiteSection>(site, `/site/sections/${key}`, owner.cookie);
      const body = { version, value: change(value as Record<string, unknown>) };
      return () => send(owner, 'PUT', `/site/sections/${key}`, body);
    };
    const renamed = await save('profile', value => ({ ...value, name: 'Ada of the Tides' }));
    await fresh('/', renamed, shows('Ada of the Tides'));
    const policy = await save('privacyPolicy', value => ({ ...value, markdown: 'We keep **nothing at all**.' }));
    await fresh('/privacy-policy', policy, shows('nothing at all'));
  });
  changes('insights.updateSettings', 'follow the tracking setting', async () => {
    await fresh(
      '/about',
      () => send(owner, 'PATCH', '/insights/settings', { isTrackingEnabled: false }),
      await differs('/about'),
    );
  });
  changes('settings.update', 'are in the new time zone', async () => {
    const invalidated = new Set<string>();
    const stop = await listenForTags(site, tag => invalidated.add(tag));
    const saved = await send(owner, 'PATCH', '/settings', { timeZone: 'Pacific/Auckland' });
    expect(saved.statusCode, saved.body).toBe(200);
    await expect.poll(() => [...invalidated].toSorted(), PATIENCE).toEqual(['blog', 'projects', 'site']);
    await stop();
  });
  changes('importExport.start', 'show the imported content', async () => {
    const archives = importFixture(() => site);
    const post = '---\ntitle: Imported from elsewhere\ndate: 2026-11-19\n---\n\nText.\n';
    const id = await archives.send(owner.cookie, await createZipBuffer({ 'content/posts/imported.md': post }));
    const run = async () => {
      const answer = await archives.run(owner.cookie, id);
      await archives.work(id);
      return answer;
    };
    await fresh('/blogs', run, shows('Imported from elsewhere'));
  });
  it('show the pictures, projects and texts of an import', async () => {
    const archives = importFixture(() => site);
    const importArchive = async (archive: Buffer, choices: object = { status: 'keep' }) => {
      const id = await archives.send(owner.cookie, archive);
      return async () => {
        const answer = await archives.run(owner.cookie, id, choices);
        await archives.work(id);
        return answer;
      };
    };
    const html = '<p>Look.</p><img src="__GHOST_URL__/content/images/sea.png" alt="The sea">';
    const post = {
      id: '1',
      title: 'Sea',
      slug: 'sea',
      html,
      status: 'published',
      published_at: '2019-05-06T10:00:00Z',
    };
    const json = JSON.stringify({ db: [{ data: { posts: [post] } }] });
    await (await importArchive(Buffer.from(json)))();
    await expect.poll(async () => (await site.http.app.inject('/blog/sea')).statusCode, PATIENCE).toBe(200);
    const picture = await createTestImage(90, 60).png().toBuffer();
    const full = await createZipBuffer({ 'ghost.json': json, 'content/images/sea.png': picture });
    await fresh('/blog/sea', await importArchive(full), shows('alt="The sea"'));

    const own = await archives.exportArchive(owner.cookie);
    const { version, value } = await getApi<SiteSection>(site, '/site/sections/profile', owner.cookie);
    const renamed = { version, value: { ...(value as object), name: 'Somebody of the Tides' } };
    await fresh('/', () => send(owner, 'PUT', '/site/sections/profile', renamed), shows('Somebody of the Tides'));
    const restore = await importArchive(own, { status: 'keep', siteSections: 'replace' });
    await fresh('/', restore, lacks('Somebody of the Tides'));
  });
  changes('settings.removeSampleContent settings.loadSampleContent', 'follow the sample content', async () => {
    const sample = 'A one-bag office';
    const page = '/blogs?category=Travel';
    await fresh(page, () => send(owner, 'DELETE', '/sample-content', { confirm: 'yes' }), await differs(page));
    await fresh('/blogs', () => send(owner, 'POST', '/sample-content'), await differs('/blogs'));
    expect((await site.http.app.inject('/blog/a-one-bag-office')).body).toContain(sample);
  });
});

it('tests every endpoint that changes the site’s own content', areAllTested);

it('tests each writing endpoint with cached pages or lists it as changing no page', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  const others = Object.entries(changesNoPage).flatMap(([feature, names]) =>
    names.split(' ').map(name => `${feature}.${name}`),
  );
  const known = [...Object.values(changesPages).flatMap(names => names.split(' ')), ...others];
  expect(known.toSorted()).toEqual(writing.toSorted());
});
