import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { siteMigrationFixture } from '../support/site-migration-fixture.ts';
import { createZipBuffer } from '../support/zip.ts';

const fixture = siteMigrationFixture();
const { archives, rowsOf } = fixture;

describe('invalid content in a Freehold archive', () => {
  it('is named while the rest is imported', async () => {
    const archive = await fixture.changed(texts => {
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
    const done = await archives.moveIn(fixture.cookie(), archive);
    expect(done.import.status).toBe('completed');
    expect(await rowsOf(`select id from projects where id = 'harbor-board'`)).toEqual([]);
    expect(
      await rowsOf(`select body from comments where post_id = (select id from posts where slug = 'tides')`),
    ).toEqual([{ body: 'Whole' }]);
  }, 60_000);

  it('is skipped and named when slow or broken', async () => {
    // The YAML parser compares each key with all earlier ones.
    const keys = Array.from({ length: 200_000 }, (_, index) => `k${index.toString(36)}: 1`).join('\n');
    const archive = await fixture.changed(texts => {
      texts.set('posts/hostile.md', `---\n${keys}\n---\n\nText\n`);
      texts.set('projects/hostile.md', `---\n${keys}\n---\n\nText\n`);
      texts.set('site/hostile.json', '['.repeat(1_000_000));
      texts.set('posts/zzz-broken.md', 'This text will be changed in the archive.');
    });
    const at = archive.indexOf(Buffer.from('posts/zzz-broken.md')) + 'posts/zzz-broken.md'.length;
    archive.fill(0, at, at + 10);
    const done = await archives.moveIn(fixture.cookie(), archive);
    expect(done.import).toMatchObject({ status: 'completed', result: { invalid: 0 } });
    const reasons = new Map(done.skipped.map(({ name, reason }) => [name, reason]));
    expect(reasons.get('posts/hostile.md')).toBe('It takes too much time or memory to read.');
    expect(reasons.get('projects/hostile.md')).toBe('It takes too much time or memory to read.');
    expect(reasons.get('site/hostile.json')).toBe('This site has no such document.');
    expect(reasons.get('posts/zzz-broken.md')).toBe('It is broken. Pack the archive again, or download it again.');
    expect(await rowsOf(`select slug from posts where slug = 'tides'`)).toHaveLength(1);
    expect(await rowsOf(`select id from projects where id = 'harbor-board'`)).toHaveLength(1);
  }, 120_000);

  it('refuses the archive if it names outside paths', async () => {
    const list = JSON.stringify({ format: 'freehold', version: 1, files: {} });
    const outside = await archives.upload(
      fixture.cookie(),
      await createZipBuffer({ 'freehold.json': list, 'projects/../../a.md': 'x' }),
    );
    expect(outside.body).toContain('outside of itself');
    expect(await rowsOf('select id from imports')).toEqual([]);
  }, 60_000);

  it('encodes pictures with extra data again', async () => {
    const webp = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#135' } })
      .webp()
      .toBuffer();
    const loaded = Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]);
    const archive = await fixture.changed(texts => {
      texts.set('pictures/00000000000000aa.webp', loaded.toString('latin1'));
      const list = JSON.parse(texts.get('freehold.json') ?? '') as { pictures: Record<string, object> };
      list.pictures['00000000000000aa'] = { name: 'x', alt: 'y', inLibrary: true };
      texts.set('freehold.json', JSON.stringify(list));
    });
    await archives.moveIn(fixture.cookie(), archive);
    expect(await rowsOf(`select id from pictures where id = '00000000000000aa'`)).toEqual([]);
    const [row] = await rowsOf<{ id: string }>(`select id from pictures where alt = 'y'`);
    expect(row?.id).toMatch(/^[0-9a-f]{16}$/);
  }, 60_000);
});
