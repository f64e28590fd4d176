import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postCategories } from '#features/blog/contract/categories.ts';
import { withArchivePictures, withSitePictures } from './freehold.ts';
import { parsePostFile, formatPostFile } from './freehold-entries.ts';

/** Lines with values that YAML would misinterpret. */
const odd = fc.constantFrom(
  'yes',
  'null',
  '~',
  '123',
  '1e3',
  '- x',
  '# x',
  'a: b',
  '"',
  "'",
  '{',
  '[x]',
  '---',
  '!!js',
  '🌊',
  '&a',
  '*a',
  '%',
  '@',
  '0x1F',
  '2020-01-01',
);
const line = fc
  .oneof(odd, fc.string({ unit: 'grapheme', maxLength: 60 }))
  .map(text => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim());
const text = fc
  .array(
    fc.oneof(line, fc.constantFrom('', '---', '+++', '  indented  ', '\ttab', '...', '```', '> [!NOTE]', '\u2028')),
    { maxLength: 12 },
  )
  .map(lines => lines.join('\n'));
const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const picture = orNull(fc.constantFrom('../pictures/0123456789abcdef.webp', '../pictures/fedcba9876543210.webp'));

const content = fc.record({
  title: line,
  description: line,
  markdown: text,
  category: fc.constantFrom(...postCategories),
  tags: fc.uniqueArray(line.filter(Boolean), { maxLength: 5 }),
  cover: picture,
  coverAlt: line,
  canonicalUrl: orNull(fc.constant('https://x.example/a?b=c#d')),
  metaTitle: orNull(line.filter(Boolean)),
  metaDescription: orNull(line.filter(Boolean)),
  cardTitle: orNull(line.filter(Boolean)),
  cardDescription: orNull(line.filter(Boolean)),
  cardPicture: picture,
});

const post = fc.record({
  content,
  pending: orNull(content),
  slug: fc.constantFrom('a', 'a-post', '2020', 'null', 'true', '1e3'),
  slugChosen: fc.boolean(),
  commentsClosed: fc.boolean(),
  status: fc.constantFrom('draft', 'published', 'archived', 'in_review', 'scheduled'),
  author: fc.record({ name: line.filter(Boolean), role: line }),
  likes: fc.nat(1000),
  createdAt: instant,
  changedAt: instant,
  publishedAt: orNull(instant),
  updatedAt: instant,
  scheduledFor: orNull(instant),
  submittedAt: orNull(instant),
  formerSlugs: fc.array(fc.record({ slug: fc.constantFrom('b', '7', 'no'), at: orNull(instant) }), { maxLength: 3 }),
});

describe('a post file', () => {
  it('is read exactly as it was written', () => {
    fc.assert(
      fc.property(post, written => {
        const read = parsePostFile(formatPostFile(written));
        expect(read).toMatchObject(written);
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected if a field is invalid', () => {
    expect(parsePostFile('---\ntitle: A\n---\n\nText\n')).toBeUndefined();
    expect(parsePostFile('Text')).toBeUndefined();
  });

  it('refers to pictures by archive file, and is unchanged after a round trip', () => {
    const id = '0123456789abcdef';
    const here = `![a](/media/pictures/${id}-800.webp) ![b](/media/pictures/${id}-1200.avif) /media/pictures/x-800.webp`;
    const archived = withArchivePictures(here);
    expect(archived).toBe(
      `![a](../pictures/${id}.webp) ![b](../pictures/${id}.webp#1200-avif) /media/pictures/x-800.webp`,
    );
    expect(withSitePictures(archived, new Map())).toBe(here);
    expect(withSitePictures(archived, new Map([[id, 'f'.repeat(16)]]))).toBe(here.replaceAll(id, 'f'.repeat(16)));
  });
});
