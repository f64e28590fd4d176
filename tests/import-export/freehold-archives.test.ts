import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportPreview } from '#features/import-export/contract/index.ts';
import { getApi, postApi } from '../support/api-client.ts';
import { readArchiveFiles, siteMigrationFixture } from '../support/site-migration-fixture.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createZipBuffer } from '../support/zip.ts';

// Moves all content of a site to another site, and nothing else.

const fixture = siteMigrationFixture();
const { archives, rowsOf } = fixture;

/**
 * Removes data that can't be the same on both sites: the email addresses of commenters without an account on the other
 * site, and the checksums of the files that contain them. Accounts are not exported.
 */
function comparable(texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...texts].map(([name, text]) => {
      if (name.startsWith('comments/')) return [name, text.replaceAll(/,\n\s*"email": "grace@site\.example"/g, '')];
      if (name === 'freehold.json') return [name, text.replaceAll(/("comments\/[^"]+": )"[0-9a-f]{64}"/g, '$1""')];
      return [name, text];
    }),
  );
}

describe('archive of a site', () => {
  it('keeps the field names of earlier archives', async () => {
    const files = await readArchiveFiles(fixture.archive());
    expect(files.get('posts/tides.md')).toMatch(/^cardTitle: Card$/m);
    expect(files.get('projects/harbor-board.md')).toMatch(/^repository: https:\/\/git\.example\/harbor$/m);
    expect(files.get('site/prices.json')).toContain('"priceIsMinimum"');
    expect(files.get('site/paymentTerms.json')).toContain('"installmentsFrom"');
    expect(files.get('site/billing.json')).toContain('"paper"');
    expect(files.get('site/clientTestimonials.json')).toContain('"words"');
    const names =
      /social(?:Title|Description|ImageId)|repositoryUrl|isHidden|isHighlighted|installmentMinimum|paperSize/;
    expect([...files].filter(([, text]) => names.test(text)).map(([name]) => name)).toEqual([]);
  });
});

describe('site moved into an empty one', () => {
  beforeAll(() => fixture.openEmptySite());

  it('exports the same bytes again, and importing again changes nothing', async () => {
    const done = await archives.importArchive(fixture.cookie(), fixture.archive());
    expect(done.import).toMatchObject({ status: 'completed', errorMessage: null });
    expect(done.import.result).toMatchObject({ existing: 0, invalid: 0 });
    const second = await archives.exportArchive(fixture.cookie());

    const before = comparable(await readArchiveFiles(fixture.archive()));
    const after = comparable(await readArchiveFiles(second));
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, text] of before) expect(after.get(name), name).toBe(text);
    // Make sure that the archive has files of every kind.
    const kinds = new Set([...before.keys()].map(name => name.replace(/[^/]+$/, '')));
    expect([...kinds].toSorted()).toEqual([
      '',
      'comments/posts/',
      'comments/projects/',
      'pictures/',
      'posts/',
      'projects/',
      'site/',
    ]);

    expect(await rowsOf('select slug from posts where not comments_enabled')).toEqual([{ slug: 'tides' }]);
    expect(await rowsOf('select count(*)::int as n from projects where not comments_enabled')).toEqual([{ n: 1 }]);

    const counted =
      'select (select count(*)::int from posts) as posts, (select count(*)::int from comments) as comments, (select count(*)::int from pictures) as pictures, (select sum(version)::int from site_sections) as versions';
    // Prices keep their order and currencies, including hidden ones, and the payment terms keep their figures.
    expect(
      await rowsOf(`select id, price_amount, currency, is_hidden from plans order by position desc limit 2`),
    ).toEqual([
      { id: 'house', price_amount: 1_234_567, currency: 'JPY', is_hidden: false },
      { id: 'starter', price_amount: 49_900, currency: 'USD', is_hidden: true },
    ]);
    expect(await rowsOf(`select deposit_percent, installment_minimum_amount from payment_term_settings`)).toEqual([
      { deposit_percent: 40, installment_minimum_amount: 250_050 },
    ]);
    // Settings of documents and reminders; the date of the change keeps earlier reminders from being sent.
    expect(
      await rowsOf(
        `select days_before, is_on_due_date, days_after, warns_of_late_fee, changed_on is not null as is_changed from payment_reminder_settings`,
      ),
    ).toEqual([
      { days_before: null, is_on_due_date: true, days_after: [3, 9, null], warns_of_late_fee: false, is_changed: true },
    ]);
    expect(await rowsOf('select layout, accent, logo is not null as has_logo from document_design')).toEqual([
      { layout: 'modern', accent: '#14506b', has_logo: true },
    ]);
    expect(await rowsOf('select kind, language, subject from document_email_texts')).toEqual([
      { kind: 'reminder_due', language: 'de', subject: 'Heute {{invoice_number}}' },
    ]);
    expect(await rowsOf('select consultant_number, client_number, chart, debtor_account from datev_settings')).toEqual([
      { consultant_number: 12_345, client_number: 7, chart: 'SKR04', debtor_account: 20_000 },
    ]);
    expect(await rowsOf('select * from currency_rates')).toEqual([{ base: 'USD', currency: 'EUR', rate: '1.0825' }]);
    // Testimonials keep their order but lose the "verified" mark, because their orders are not imported.
    expect(await getApi(fixture.site(), '/testimonials')).toMatchObject({
      items: [
        { testimonial: 'Paid for.\n\nAnd good.', role: 'Haddad', isVerifiedClient: false },
        { testimonial: 'From before.', role: 'Sailor', isVerifiedClient: false },
      ],
    });
    const rows = await rowsOf(counted);
    const id = await archives.send(fixture.cookie(), second);
    const shown = await archives.preview(fixture.cookie(), id, '?status=keep');
    expect(shown.counts).toMatchObject({ posts: 0, projects: 0, comments: 0, pictures: 0, invalid: 0 });
    expect(shown.filterCounts).toMatchObject({ existing: shown.filterCounts.all, with_notes: 0 });
    expect(shown.items[0]).toMatchObject({ action: 'skip', notes: [] });
    expect(new Set(shown.siteSections.map(({ action }) => action))).toEqual(new Set(['unchanged']));
    await archives.run(fixture.cookie(), id);
    await archives.work(id);
    expect(await rowsOf(counted)).toEqual(rows);
    expect((await archives.exportArchive(fixture.cookie())).equals(second)).toBe(true);
  });
});

describe('settings of documents', () => {
  beforeEach(() => fixture.openEmptySite());
  const settings = ['paymentReminders', 'documentDesign', 'documentEmails', 'datev', 'currencyRates'];
  const fileOf = (key: string) => `site/${key}.json`;

  it('stay as they are if an archive of an earlier version has none', async () => {
    await archives.importArchive(fixture.cookie(), fixture.archive());
    const older = await fixture.changed(files => settings.forEach(key => files.delete(fileOf(key))));
    const { siteSections } = await archives.importArchive(fixture.cookie(), older, { siteSections: 'replace' });
    expect(siteSections.map(({ key }) => key)).not.toContain('datev');
    expect(await rowsOf('select layout from document_design')).toEqual([{ layout: 'modern' }]);
    expect(await rowsOf('select chart from datev_settings')).toEqual([{ chart: 'SKR04' }]);
  });

  it('are skipped with a reason if they are invalid', async () => {
    const wrong = await fixture.changed(files => {
      files.set(fileOf('paymentReminders'), JSON.stringify({ daysBefore: 99 }));
      files.set(fileOf('documentDesign'), JSON.stringify({ layout: 'classic', accent: '#ffffff', logo: null }));
      files.set(
        fileOf('documentEmails'),
        JSON.stringify([{ kind: 'invoice', language: 'en', subject: '{{oops}}', body: 'x' }]),
      );
      files.set(fileOf('datev'), JSON.stringify({ consultantNumber: 1 }));
      files.set(fileOf('currencyRates'), JSON.stringify([{ base: 'USD', currency: 'USD', rate: '1' }]));
    });
    const { skipped } = await archives.importArchive(fixture.cookie(), wrong);
    expect(skipped.map(({ name }) => name).toSorted()).toEqual(settings.map(fileOf).toSorted());
    expect(await rowsOf('select layout from document_design')).toEqual([{ layout: 'classic' }]);
  });

  it('include a logo whose picture was deleted', async () => {
    await archives.importArchive(fixture.cookie(), fixture.archive());
    const [spare] = await rowsOf<{ id: string }>(`select id from pictures where name = 'spare.png'`);
    const id = spare?.id ?? '';
    const file = `documents/logos/${id}.png`;
    const { files } = fixture.site().http.services;
    const change = async (path: string, body: object, method: 'PUT' | 'DELETE') => {
      const answer = await postApi(fixture.site(), path, body, { cookie: fixture.cookie(), method });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await change('/document-design', { layout: 'modern', accent: '#14506b', pictureId: id }, 'PUT');
    await change(`/media/pictures/${id}`, {}, 'DELETE');
    const archive = await archives.exportArchive(fixture.cookie());
    await rowsOf(`update document_design set layout = 'classic', logo = null`);
    await files.remove(file);
    await archives.importArchive(fixture.cookie(), archive, { siteSections: 'replace' });
    expect(await rowsOf(`select layout, logo ->> 'file' as file from document_design`)).toEqual([
      { layout: 'modern', file },
    ]);
    expect(await files.has(file)).toBe(true);
    expect(await rowsOf(`select name from pictures where id = '${id}'`)).toEqual([{ name: 'Logo' }]);
  });
});

describe('site moved into one where a commenter has an account', () => {
  let people: unknown[];
  let done: ImportPreview;
  beforeAll(() => fixture.openEmptySite());
  beforeAll(async () => {
    await createSignedInUser(fixture.site(), { name: 'Grace H.', email: 'Grace@Site.example' });
    people = await rowsOf('select id from users');
    done = await archives.importArchive(fixture.cookie(), fixture.archive());
  });

  it('assigns comments to existing accounts and sends no emails', async () => {
    expect(await rowsOf('select id from users')).toEqual(people);
    expect(await rowsOf('select id from emails')).toEqual([]);
    const commentRows = await rowsOf<{
      body: string;
      state: string;
      who: string | null;
      author_name: string | null;
      replies: boolean;
    }>(
      `select body, state, u.name as who, c.author_name, parent_id is not null as replies
       from comments c left join users u on u.id = c.author_id where post_id = (select id from posts where slug = 'tides') order by c.id`,
    );
    expect(commentRows).toEqual([
      { body: 'First!', state: 'published', who: 'Grace H.', author_name: null, replies: false },
      { body: 'Thank you.', state: 'published', who: 'Ada Byron', author_name: null, replies: true },
      { body: '', state: 'removed', who: null, author_name: null, replies: false },
      { body: 'Still here.', state: 'published', who: null, author_name: 'A passer-by', replies: true },
      { body: 'Buy this', state: 'spam', who: 'Grace H.', author_name: null, replies: false },
      { body: 'Wait for me', state: 'pending', who: 'Grace H.', author_name: null, replies: false },
    ]);
    const [post] = await rowsOf<{ id: number; comment_count: number }>(
      `select id, comment_count from posts where slug = 'tides'`,
    );
    expect(post?.comment_count).toBe(3);
  });

  it('includes projects with everything but their files for sale, which are listed', async () => {
    expect(done.items.find(({ slug }) => slug === 'harbor-board')?.notes).toEqual([
      expect.stringContaining('files for sale aren’t in the archive'),
    ]);
    const shown = await getApi<Record<string, unknown>>(fixture.site(), '/projects/once');
    expect(shown).toMatchObject({
      id: 'harbor-board',
      title: 'Harbor board',
      isForSale: false,
      owner: 'Ada Byron',
      repository: 'https://git.example/harbor',
      price: { minor: 4950, currency: 'EUR' },
      stars: 4.5,
      likes: 12,
      forks: 3,
      gallery: [
        { alt: 'The quay', caption: 'At noon' },
        { alt: 'The same', caption: '' },
      ],
      seo: { socialTitle: 'A card' },
    });
    expect(
      await rowsOf(
        `select position, author_id = (select id from users where role = 'owner') as own, unpublished_changes ->> 'title' as next from projects where id = 'harbor-board'`,
      ),
    ).toEqual([{ position: 1, own: true, next: 'Harbor board, again' }]);
    expect(
      await rowsOf(
        `select reason, content ->> 'title' as title from project_revisions where project_id = 'harbor-board'`,
      ),
    ).toEqual([{ reason: 'imported', title: 'Harbor board, again' }]);
  });
});

describe('site sections', () => {
  beforeEach(() => fixture.openEmptySite());

  const profile = async () =>
    (await getApi<{ profile: { headline: string } }>(fixture.site(), '/site')).profile.headline;
  const ownHeadline = async () => {
    const { version, value } = await getApi<{ version: number; value: Record<string, string> }>(
      fixture.site(),
      '/site/sections/profile',
      fixture.cookie(),
    );
    const saved = await postApi(
      fixture.site(),
      '/site/sections/profile',
      { version, value: { ...value, headline: 'Mine alone' } },
      { cookie: fixture.cookie(), method: 'PUT' },
    );
    expect(saved.statusCode, saved.body).toBe(200);
  };

  it('are not replaced when the owner has edited any, except on request', async () => {
    await ownHeadline();
    const id = await archives.send(fixture.cookie(), fixture.archive());
    const shown = await archives.preview(fixture.cookie(), id);
    expect(shown.options.siteSections).toBe('keep');
    expect(shown.siteSections.find(({ key }) => key === 'profile')).toMatchObject({ action: 'create', current: 'own' });
    expect(shown.siteSections.find(({ key }) => key === 'skills')).toMatchObject({
      action: 'create',
      current: 'default',
    });
    await archives.run(fixture.cookie(), id, {});
    await archives.work(id);
    expect(await profile()).toBe('Mine alone');
    expect((await archives.preview(fixture.cookie(), id)).import.result?.siteSections).toBe(0);

    const again = await archives.importArchive(fixture.cookie(), fixture.archive(), { siteSections: 'replace' });
    expect(again.import.result?.siteSections).toBeGreaterThan(8);
    expect(await profile()).not.toBe('Mine alone');
    const [row] = await rowsOf<{ html: string }>(
      `select content ->> 'html' as html from site_sections where key = 'privacyPolicy'`,
    );
    expect(row?.html).toContain('<em>little</em>');
  });

  it('that are invalid are reported and not imported', async () => {
    await ownHeadline();
    const archive = await fixture.changed(texts => {
      const alter = (name: string, change: (value: Record<string, unknown>) => void) => {
        const value = JSON.parse(texts.get(name) ?? '') as Record<string, unknown>;
        change(value);
        texts.set(name, JSON.stringify(value));
      };
      alter('site/profile.json', value => Object.assign(value, { headline: 'x'.repeat(500) }));
      alter('site/appearance.json', value => Object.assign(value, { accent: 'infrared' }));
      alter('site/termsConditions.json', value =>
        Object.assign(value, { markdown: '*Terms*\n\n<script>alert(1)</script>', html: '<script>alert(2)</script>' }),
      );
      alter('site/prices.json', value => {
        const [first] = value.plan as Record<string, string>[];
        Object.assign(first ?? {}, { price: '-5' });
      });
      alter('site/paymentTerms.json', value => {
        Object.assign(value.figures as object, { depositPercent: 500 });
      });
      alter('site/billing.json', value => {
        // As in archives of earlier versions.
        Object.assign(value, { taxRates: undefined, taxName: 'VAT', taxRate: '101' });
      });
      texts.set('site/hobbies.json', '{"not": "a list"');
      texts.set('site/secrets.json', '{}');
      texts.set(
        'site/testimonials.json',
        JSON.stringify([
          { id: 1, name: 'X', role: '', rating: 5, avatar: '../pictures/0000000000000000.webp', testimonial: 'Y' },
        ]),
      );
    });
    const id = await archives.send(fixture.cookie(), archive);
    const shown = await archives.preview(fixture.cookie(), id, '?siteSections=replace');
    const reasons = new Map(shown.skipped.map(({ name, reason }) => [name, reason]));
    expect(reasons.get('site/profile.json')).toMatch(/Profile and banner.*headline/);
    expect(reasons.get('site/appearance.json')).toMatch(/Choose|accent/);
    expect(reasons.get('site/prices.json')).toMatch(/^The plan “growth” can’t be imported\. Enter an amount/);
    expect(reasons.get('site/paymentTerms.json')).toMatch(/from 1 to 100/);
    expect(reasons.get('site/billing.json')).toMatch(/^Invalid billing settings: Enter a rate/);
    expect(reasons.get('site/hobbies.json')).toMatch(/^Not valid as/);
    expect(reasons.get('site/secrets.json')).toBe('This site doesn’t have this section.');
    expect(reasons.get('site/testimonials.json')).toMatch(/image/);
    await archives.run(fixture.cookie(), id, { siteSections: 'replace' });
    await archives.work(id);
    expect(await profile()).toBe('Mine alone');
    const [row] = await rowsOf<{ html: string }>(
      `select content ->> 'html' as html from site_sections where key = 'termsConditions'`,
    );
    expect(row?.html).toContain('<em>Terms</em>');
    expect(row?.html).not.toContain('script');
  });
});

describe('invalid content in a Freehold archive', () => {
  let done: ImportPreview;
  let reasons: Map<string, string>;
  beforeAll(() => fixture.openEmptySite());
  beforeAll(async () => {
    const webp = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#135' } })
      .webp()
      .toBuffer();
    const loaded = Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]);
    const archive = await fixture.changed(texts => {
      const invalid = { body: 'No state', createdAt: '2026-01-01T00:00:00Z' };
      const valid = { ...invalid, author: { name: 'B', email: 'ada@site.example' }, body: 'Complete', state: 'shown' };
      texts.set('comments/posts/tides.json', JSON.stringify([invalid, valid]));
      texts.set('comments/posts/nowhere.json', '[]');
      const project = texts.get('projects/harbor-board.md') ?? '';
      texts.set(
        'projects/copy.md',
        project.replace('id: harbor-board', 'id: copy').replace('minor: 4950', 'minor: -1'),
      );
      texts.set('site/hostile.json', '['.repeat(1_000_000));
      texts.set('posts/zzz-broken.md', 'This text will be changed in the archive.');
      texts.set('pictures/00000000000000aa.webp', loaded.toString('latin1'));
      const list = JSON.parse(texts.get('freehold.json') ?? '') as { pictures: Record<string, object> };
      list.pictures['00000000000000aa'] = { name: 'x', alt: 'y', inLibrary: true };
      texts.set('freehold.json', JSON.stringify(list));
    });
    const at = archive.indexOf(Buffer.from('posts/zzz-broken.md')) + 'posts/zzz-broken.md'.length;
    archive.fill(0, at, at + 10);
    done = await archives.importArchive(fixture.cookie(), archive);
    reasons = new Map(done.skipped.map(({ name, reason }) => [name, reason]));
  });

  it('is reported while the rest is imported', async () => {
    expect(done.import).toMatchObject({ status: 'completed', result: { invalid: 0 } });
    expect(reasons.get('projects/copy.md')).toBe('The front matter isn’t valid for a project.');
    expect(reasons.get('comments/posts/tides.json')).toBe('1 comment can’t be read.');
    expect(reasons.get('comments/posts/nowhere.json')).toBe(
      'The post or project of these comments isn’t in the archive.',
    );
    expect(reasons.get('site/hostile.json')).toBe('This site doesn’t have this section.');
    expect(reasons.get('posts/zzz-broken.md')).toBe('This file is damaged. Create or download the archive again.');
    expect(
      await rowsOf(`select body from comments where post_id = (select id from posts where slug = 'tides')`),
    ).toEqual([{ body: 'Complete' }]);
    expect(await rowsOf(`select slug from posts where slug = 'tides'`)).toHaveLength(1);
    expect(await rowsOf(`select id from projects where id in ('copy', 'harbor-board')`)).toEqual([
      { id: 'harbor-board' },
    ]);
  });

  it('encodes pictures with extra data again', async () => {
    expect(await rowsOf(`select id from pictures where id = '00000000000000aa'`)).toEqual([]);
    const [row] = await rowsOf<{ id: string }>(`select id from pictures where alt = 'y'`);
    expect(row?.id).toMatch(/^[0-9a-f]{16}$/);
  });

  it('refuses the archive if it contains paths outside of it', async () => {
    const list = JSON.stringify({ format: 'freehold', version: 1, files: {} });
    const outside = await archives.upload(
      fixture.cookie(),
      await createZipBuffer({ 'freehold.json': list, 'projects/../../a.md': 'x' }),
    );
    expect(outside.body).toContain('outside of itself');
    expect(await rowsOf('select id from imports')).toHaveLength(1);
  });
});
