import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import {
  CommentOrder,
  countComments,
  parseCommentsFile,
  formatCommentsFile,
  type ImportedComment,
  type ImportedThread,
} from './freehold-comments.ts';
import { parseProjectFile, formatProjectFile } from './freehold-entries.ts';

const odd = fc.constantFrom('yes', 'null', '~', '123', '- x', '# x', 'a: b', '"', "'", '{', '---', '!!js', '🌊', '&a');
const line = fc
  .oneof(odd, fc.string({ unit: 'grapheme', maxLength: 40 }))
  .map(text => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim());
const text = fc
  .array(fc.oneof(line, fc.constantFrom('', '---', '  indented  ', '\ttab', '```')), { maxLength: 8 })
  .map(lines => lines.join('\n'));
const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const picture = fc.constantFrom('../pictures/0123456789abcdef.webp', '../pictures/fedcba9876543210.webp');
const address = fc.constantFrom('https://x.example/', 'http://y.example/a?b=c#d');

const content = fc.record({
  title: line,
  summary: line,
  markdown: text,
  category: fc.constantFrom('React', 'Astro'),
  tags: fc.uniqueArray(line.filter(Boolean), { maxLength: 4 }),
  cover: orNull(picture),
  coverAlt: line,
  gallery: fc.array(fc.record({ picture, alt: line, caption: line }), { maxLength: 4 }),
  link: orNull(address),
  repository: orNull(address),
  price: fc.record({
    minor: fc.integer({ min: 0, max: 2_147_483_647 }).map(toMinorUnits),
    currency: fc.constantFrom('USD', 'JPY'),
  }),
  stars: fc.integer({ min: 0, max: 50 }).map(tenths => tenths / 10),
  likes: fc.nat(1000),
  forks: fc.nat(1000),
  canonicalUrl: orNull(address),
  metaTitle: orNull(line.filter(Boolean)),
  metaDescription: orNull(line.filter(Boolean)),
  cardTitle: orNull(line.filter(Boolean)),
  cardDescription: orNull(line.filter(Boolean)),
  cardPicture: orNull(picture),
});

const project = fc.record({
  content,
  pending: orNull(
    fc.tuple(content, orNull(fc.nat(9))).map(([waiting, likes]) => Object.assign({}, waiting, { likes })),
  ),
  slug: fc.constantFrom('a', 'a-board', '2020', 'null', 'true'),
  slugChosen: fc.boolean(),
  commentsClosed: fc.boolean(),
  status: fc.constantFrom('draft', 'published', 'archived', 'in_review', 'scheduled'),
  owner: line.filter(Boolean),
  position: orNull(fc.integer({ min: 1, max: 99 })),
  publishedOn: orNull(fc.constantFrom('2020-02-29', '2030-01-01')),
  createdAt: instant,
  changedAt: instant,
  updatedAt: instant,
  scheduledFor: orNull(instant),
  submittedAt: orNull(instant),
  formerSlugs: fc.array(fc.record({ slug: fc.constantFrom('b', '7', 'no'), at: orNull(instant) }), { maxLength: 3 }),
});

const said: fc.Arbitrary<ImportedComment> = fc.record({
  author: orNull(
    fc.record({
      name: line.filter(Boolean),
      designation: line,
      avatar: orNull(picture),
      email: orNull(fc.constant('a@x.example')),
    }),
  ),
  body: fc.string({ unit: 'grapheme', maxLength: 30 }).map(body => `x${body.replaceAll(/\p{Cc}/gu, '\n')}`),
  state: fc.constantFrom('pending', 'published'),
  stateBefore: orNull(fc.constantFrom('pending', 'published')),
  createdAt: instant,
  editedAt: orNull(instant),
  approvedAt: orNull(instant),
  removedAt: fc.constant(null),
});
const removed = fc.tuple(said, instant).map(([comment, removedAt]): ImportedComment => {
  return { ...comment, body: '', state: 'removed', removedAt };
});
const threads: fc.Arbitrary<ImportedThread[]> = fc.array(
  fc
    .tuple(fc.oneof(said, removed), fc.array(fc.oneof(said, removed), { maxLength: 3 }))
    .map(([first, replies]) => ({ ...first, replies })),
  { maxLength: 4 },
);

describe('a project file', () => {
  it('is read exactly as it was written', () => {
    fc.assert(
      fc.property(project, written => {
        const read = parseProjectFile(formatProjectFile(written));
        expect(read).toMatchObject(written);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a price below nothing', { price: { minor: -1, currency: 'USD' } }],
    ['a price that no column holds', { price: { minor: 3e9, currency: 'USD' } }],
    ['an address that runs', { link: 'javascript:alert(1)' }],
    ['six stars', { stars: 6 }],
    ['a path in its address', { slug: '../a' }],
  ])('is rejected with %s', (_what, wrong) => {
    const [sound] = fc.sample(project, { numRuns: 1, seed: 1 });
    if (!sound) throw new Error('There is no project to begin with.');
    const { slug = 'a', ...rest } = wrong as { slug?: string };
    const file = (more: object, id: string) =>
      parseProjectFile(formatProjectFile({ ...sound, slug: id, content: { ...sound.content, ...more } }));
    expect(file({}, 'a')).toBeDefined();
    expect(file(rest, slug)).toBeUndefined();
  });
});

describe('a comments file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(threads, written => {
        const read = parseCommentsFile(JSON.parse(formatCommentsFile(written)));
        expect(read).toEqual({ threads: written, unreadable: 0 });
      }),
      { numRuns: 200 },
    );
  });

  it('skips invalid comments one by one', () => {
    const good = { body: 'Yes', state: 'shown', createdAt: '2026-01-01T00:00:00Z' };
    const wrong = [
      { ...good, body: '' },
      { ...good, body: 'x'.repeat(2001) },
      { ...good, body: 'a\u0000b' },
      { ...good, state: 'removed' },
      { ...good, removedAt: '2026-01-01T00:00:00Z' },
      { ...good, createdAt: 'yesterday' },
      7,
    ];
    const read = parseCommentsFile([...wrong, { ...good, replies: [{ ...good, body: 'Well' }, ...wrong] }]);
    expect(read.unreadable).toBe(2 * wrong.length);
    expect(read.threads.map(({ body, replies }) => [body, replies.map(reply => reply.body)])).toEqual([
      ['Yes', ['Well']],
    ]);
  });

  it("numbers comments by time, but keeps the archive's order within a post or project", () => {
    fc.assert(
      fc.property(threads, threads, (one, other) => {
        const order = new CommentOrder();
        order.add(one);
        order.add(other);
        expect(order.numbers()).toHaveLength(countComments(one) + countComments(other));
        const numbers = [...order.numbers()];
        expect(numbers.toSorted((less, more) => less - more)).toEqual([...numbers.keys()]);
        let place = 0;
        for (const written of [one, other]) {
          let last = -1;
          for (const { replies } of written) {
            const root = numbers[place++] ?? -1;
            expect(root).toBeGreaterThan(last);
            last = root;
            const answers = [root, ...replies.map(() => numbers[place++] ?? -1)];
            expect(answers).toEqual(answers.toSorted((less, more) => less - more));
          }
        }
      }),
    );
    const at = (createdAt: string) => ({
      author: null,
      body: createdAt,
      state: 'published' as const,
      stateBefore: null,
      createdAt,
      editedAt: null,
      approvedAt: null,
      removedAt: null,
    });
    const order = new CommentOrder();
    order.add([
      { ...at('2022-01-02'), replies: [at('2022-01-05')] },
      { ...at('2022-01-04'), replies: [] },
    ]);
    order.add([{ ...at('2022-01-03'), replies: [] }]);
    expect([...order.numbers()]).toEqual([0, 3, 2, 1]);
  });
});
