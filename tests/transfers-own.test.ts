import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openZip, type ZipArchive } from '#platform/files/zip-reader.ts';
import { readApi, sendApi } from './support/api-answers.ts';
import { archivesOf } from './support/archives.ts';
import { fillSite } from './support/full-site.ts';
import { openMemoryStore } from './support/memory-store.ts';
import { arrive, forgetEverybody } from './support/people.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';
import { zipOf } from './support/zip.ts';

// Two sites: one that is full of everything, and one whose owner has only just begun.

const OWNER = { role: 'owner', name: 'Ada Byron', email: 'ada@site.example' } as const;
const LIMITS = { files: 100_000, file: 1e8, whole: 1e9 };

let full: TestSite;
let empty: TestSite;
let first: Buffer;
let owner: Awaited<ReturnType<typeof arrive>>;
beforeAll(async () => {
  full = await openTestSite();
  const there = await arrive(full, OWNER);
  await fillSite(full, there);
  first = await archivesOf(() => full).moveOut(there.cookie);
  await full.close();
}, 60_000);
beforeEach(async () => {
  empty = await openTestSite({ files: openMemoryStore() });
  await forgetEverybody(empty.db);
  owner = await arrive(empty, OWNER);
  const removed = await sendApi(empty, '/sample-content', { sure: 'yes' }, { cookie: owner.cookie, method: 'DELETE' });
  expect(removed.statusCode, removed.body).toBe(200);
  return () => empty.close();
}, 60_000);
afterAll(() => full.close().catch(() => {}));

const archives = archivesOf(() => empty);
const rowsOf = async <Row>(query: string) => (await empty.db.$client.query(query)).rows as Row[];

async function textsOf(zip: ZipArchive): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of zip.names) texts.set(name, (await zip.read(name)).toString('latin1'));
  return texts;
}

/** The archive with some of its files changed or added. */
async function changed(change: (texts: Map<string, string>) => void): Promise<Buffer> {
  const texts = await textsOf(await openZip(first, LIMITS));
  change(texts);
  return zipOf(Object.fromEntries([...texts].map(([name, text]) => [name, Buffer.from(text, 'latin1')])));
}

/**
 * What is necessarily of one site, and is not compared: the addresses of those who commented and have no account on the
 * other site (accounts are not moved, and the address of somebody without one is kept nowhere), and the sums that the list
 * has of the files that this changes.
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

describe('a whole site that moves into an empty one', () => {
  it('is there as it was: its archive has the same files, byte by byte, and moving it in again changes nothing', async () => {
    const done = await archives.moveIn(owner.cookie, first);
    expect(done.import).toMatchObject({ state: 'done', error: null });
    expect(done.import.outcome).toMatchObject({ present: 0, refused: 0 });
    const second = await archives.moveOut(owner.cookie);

    const before = comparable(await textsOf(await openZip(first, LIMITS)));
    const after = comparable(await textsOf(await openZip(second, LIMITS)));
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, text] of before) expect(after.get(name), name).toBe(text);
    // The test would prove nothing about kinds that the archive does not have.
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

    const counted =
      'select (select count(*)::int from posts) as posts, (select count(*)::int from comments) as comments, (select count(*)::int from pictures) as pictures, (select sum(version)::int from site_content) as versions';
    const rows = await rowsOf(counted);
    const id = await archives.send(owner.cookie, second);
    const shown = await archives.preview(owner.cookie, id, '?standing=keep');
    expect(shown.counts).toMatchObject({ posts: 0, projects: 0, comments: 0, pictures: 0, refused: 0 });
    expect(shown.parts).toMatchObject({ present: shown.parts.all, noted: 0 });
    expect(shown.items[0]).toMatchObject({ fate: 'present', notes: ['It is here already, and stays as it is.'] });
    expect(new Set(shown.documents.map(({ fate }) => fate))).toEqual(new Set(['same']));
    await archives.run(owner.cookie, id);
    await archives.work(id);
    expect(await rowsOf(counted)).toEqual(rows);
    expect((await archives.moveOut(owner.cookie)).equals(second)).toBe(true);
  }, 60_000);

  it('brings comments to the accounts that are here, and mails and signs in nobody', async () => {
    await arrive(empty, { name: 'Grace H.', email: 'Grace@Site.example' });
    const people = await rowsOf('select id from users');
    await archives.moveIn(owner.cookie, first);
    expect(await rowsOf('select id from users')).toEqual(people);
    expect(await rowsOf('select id from mails')).toEqual([]);
    const said = await rowsOf<{
      body: string;
      state: string;
      who: string | null;
      name: string | null;
      replies: boolean;
    }>(
      `select body, state, u.name as who, c.name, parent_id is not null as replies
       from comments c left join users u on u.id = c.author_id where post_id = (select id from posts where slug = 'tides') order by c.id`,
    );
    expect(said).toEqual([
      { body: 'First!', state: 'shown', who: 'Grace H.', name: null, replies: false },
      { body: 'Thank you.', state: 'shown', who: 'Ada Byron', name: null, replies: true },
      { body: '', state: 'removed', who: null, name: null, replies: false },
      { body: 'Still here.', state: 'shown', who: null, name: 'A passer-by', replies: true },
      { body: 'Buy this', state: 'spam', who: 'Grace H.', name: null, replies: false },
      { body: 'Wait for me', state: 'held', who: 'Grace H.', name: null, replies: false },
    ]);
    const [post] = await rowsOf<{ id: number; comment_count: number }>(
      `select id, comment_count from posts where slug = 'tides'`,
    );
    expect(post?.comment_count).toBe(3);
  }, 60_000);

  it('has its projects with all that belongs to them', async () => {
    await archives.moveIn(owner.cookie, first);
    const shown = await readApi<Record<string, unknown>>(empty, '/projects/once');
    expect(shown).toMatchObject({
      id: 'harbor-board',
      title: 'Harbor board',
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
      seo: { cardTitle: 'A card' },
    });
    expect(
      await rowsOf(
        `select position, author_id = '${owner.id}' as own, pending ->> 'title' as next from projects where id = 'harbor-board'`,
      ),
    ).toEqual([{ position: 1, own: true, next: 'Harbor board, again' }]);
    expect(
      await rowsOf(
        `select reason, content ->> 'title' as title from project_revisions where project_id = 'harbor-board'`,
      ),
    ).toEqual([{ reason: 'imported', title: 'Harbor board, again' }]);
  }, 60_000);
});

describe('the site’s own documents', () => {
  const profile = async () => (await readApi<{ profile: { headline: string } }>(empty, '/site')).profile.headline;
  const ownHeadline = async () => {
    const { version, value } = await readApi<{ version: number; value: Record<string, string> }>(
      empty,
      '/site/documents/profile',
      owner.cookie,
    );
    const saved = await sendApi(
      empty,
      '/site/documents/profile',
      { version, value: { ...value, headline: 'Mine alone' } },
      { cookie: owner.cookie, method: 'PUT' },
    );
    expect(saved.statusCode, saved.body).toBe(200);
  };

  it('are not touched where the owner has written some, unless they say so', async () => {
    await ownHeadline();
    const id = await archives.send(owner.cookie, first);
    const shown = await archives.preview(owner.cookie, id);
    expect(shown.choices.documents).toBe('keep');
    expect(shown.documents.find(({ key }) => key === 'profile')).toMatchObject({ fate: 'new', here: 'own' });
    expect(shown.documents.find(({ key }) => key === 'skills')).toMatchObject({ fate: 'new', here: 'first' });
    await archives.run(owner.cookie, id, {});
    await archives.work(id);
    expect(await profile()).toBe('Mine alone');
    expect((await archives.preview(owner.cookie, id)).import.outcome?.documents).toBe(0);

    const again = await archives.moveIn(owner.cookie, first, { documents: 'take' });
    expect(again.import.outcome?.documents).toBeGreaterThan(8);
    expect(await profile()).not.toBe('Mine alone');
    const [row] = await rowsOf<{ html: string }>(
      `select value ->> 'html' as html from site_content where key = 'privacyPolicy'`,
    );
    expect(row?.html).toContain('<em>little</em>');
  }, 60_000);

  it('that do not fit are named and left whole, whatever is wrong with them', async () => {
    await ownHeadline();
    const archive = await changed(texts => {
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
      texts.set('site/hobbies.json', '{"not": "a list"');
      texts.set('site/secrets.json', '{}');
      texts.set(
        'site/testimonials.json',
        JSON.stringify([
          { id: 1, name: 'X', role: '', rating: 5, avatar: '../pictures/0000000000000000.webp', testimonial: 'Y' },
        ]),
      );
    });
    const id = await archives.send(owner.cookie, archive);
    const shown = await archives.preview(owner.cookie, id, '?documents=take');
    const reasons = new Map(shown.skipped.map(({ name, reason }) => [name, reason]));
    expect(reasons.get('site/profile.json')).toMatch(/Profile and banner.*headline/);
    expect(reasons.get('site/appearance.json')).toMatch(/Choose|accent/);
    expect(reasons.get('site/hobbies.json')).toMatch(/does not fit/);
    expect(reasons.get('site/secrets.json')).toBe('This site has no such document.');
    expect(reasons.get('site/testimonials.json')).toMatch(/picture/);
    await archives.run(owner.cookie, id, { documents: 'take' });
    await archives.work(id);
    expect(await profile()).toBe('Mine alone');
    const [row] = await rowsOf<{ html: string }>(
      `select value ->> 'html' as html from site_content where key = 'termsConditions'`,
    );
    expect(row?.html).toContain('<em>Terms</em>');
    expect(row?.html).not.toContain('script');
  }, 60_000);
});

describe('what is wrong in an archive of another Freehold', () => {
  it('is named, and the rest moves in', async () => {
    const archive = await changed(texts => {
      texts.set(
        'projects/harbor-board.md',
        (texts.get('projects/harbor-board.md') ?? '').replace('minor: 4950', 'minor: -1'),
      );
      texts.set(
        'comments/posts/tides.json',
        JSON.stringify([
          { body: 'No state', createdAt: '2026-01-01T00:00:00Z' },
          {
            author: { name: 'B', email: 'ada@site.example' },
            body: 'Whole',
            state: 'shown',
            createdAt: '2026-01-01T00:00:00Z',
          },
        ]),
      );
      texts.set('comments/posts/nowhere.json', '[]');
    });
    const done = await archives.moveIn(owner.cookie, archive);
    expect(done.import.state).toBe('done');
    expect(await rowsOf(`select id from projects where id = 'harbor-board'`)).toEqual([]);
    expect(
      await rowsOf(`select body from comments where post_id = (select id from posts where slug = 'tides')`),
    ).toEqual([{ body: 'Whole' }]);
  }, 60_000);

  it('refuses the whole where it is a bomb', async () => {
    const many = JSON.stringify(Array.from({ length: 40_001 }, () => 0));
    const five = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`comments/posts/p${index}.json`, many]));
    const list = JSON.stringify({ format: 'freehold', version: 1, files: {} });
    const tooMany = await archives.upload(owner.cookie, await zipOf({ 'freehold.json': list, ...five }));
    expect(tooMany.statusCode).toBe(400);
    expect(tooMany.body).toContain('more than 200,000 comments');
    const outside = await archives.upload(
      owner.cookie,
      await zipOf({ 'freehold.json': list, 'projects/../../a.md': 'x' }),
    );
    expect(outside.body).toContain('outside of itself');
    expect(await rowsOf('select id from imports')).toEqual([]);
  }, 60_000);

  it('takes no picture that carries anything besides itself', async () => {
    const webp = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#135' } })
      .webp()
      .toBuffer();
    const loaded = Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]);
    const archive = await changed(texts => {
      texts.set('pictures/00000000000000aa.webp', loaded.toString('latin1'));
      const list = JSON.parse(texts.get('freehold.json') ?? '') as { pictures: Record<string, object> };
      list.pictures['00000000000000aa'] = { name: 'x', alt: 'y', inLibrary: true };
      texts.set('freehold.json', JSON.stringify(list));
    });
    await archives.moveIn(owner.cookie, archive);
    expect(await rowsOf(`select id from pictures where id = '00000000000000aa'`)).toEqual([]);
    const [row] = await rowsOf<{ id: string }>(`select id from pictures where alt = 'y'`);
    expect(row?.id).toMatch(/^[0-9a-f]{16}$/);
  }, 60_000);
});
