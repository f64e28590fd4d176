import slugify from '@sindresorhus/slugify';
import type { ImportChoices, PlannedPost } from '../contract.ts';
import type { ForeignPost, ImportSource } from './entries.ts';
import { TOO_LONG } from './fields.ts';

/** A post of an archive with what was found out about it when it was read. */
export interface StoredPost extends ForeignPost {
  /** The archive's files by how the post names its pictures. */
  readonly found: Readonly<Record<string, string>>;
  /** Pictures that are not in the archive. */
  readonly missing: readonly string[];
  readonly words: number;
}

/** What the site has already. */
export interface Present {
  readonly addresses: ReadonlySet<string>;
  /** Posts that came from that kind of site before. */
  readonly sources: ReadonlyMap<string, { readonly deleted: boolean }>;
  readonly identities: readonly { readonly slug: string; readonly title: string; readonly createdAt: Date }[];
}

/** An address has at most so many characters. */
const LONGEST_ADDRESS = 120;

const ADDRESS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a text can be the last part of a post's address. */
export const isAddress = (text: string) => text.length <= LONGEST_ADDRESS && ADDRESS.test(text);

/** The address that a post asks for, or its title where it asks for none, in Latin letters. */
export function addressFor(wish: string, title: string): string {
  if (isAddress(wish)) return wish;
  const whole = slugify(wish || title, { decamelize: false })
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const cut = whole.slice(0, 80);
  const word = whole.length > 80 ? cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)) : cut;
  return isAddress(word) ? word : 'post';
}

/** The same with a number where it is taken. */
function freeAddress(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  for (let number = 2; ; number++) {
    const numbered = `${wish}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** Where a post will stand, and when: what lies ahead is scheduled, and what cannot be public is a draft. */
export function standingOf(
  post: ForeignPost,
  { standing }: Pick<ImportChoices, 'standing'>,
  now: string,
): Pick<ForeignPost, 'status' | 'publishedAt' | 'scheduledFor' | 'submittedAt'> {
  // A draft keeps its old date, under which it will be published unless another one is asked for.
  const past = post.publishedAt !== null && post.publishedAt <= now ? post.publishedAt : null;
  const draft = { status: 'draft', publishedAt: past, scheduledFor: null, submittedAt: null } as const;
  if (standing === 'draft' || post.content.title === '' || post.content.markdown.trim() === '') return draft;
  switch (post.status) {
    case 'published':
      if (post.publishedAt === null) return draft;
      if (past === null) return { ...draft, status: 'scheduled', scheduledFor: post.publishedAt };
      return { ...draft, status: 'published', submittedAt: post.pending ? post.submittedAt : null };
    case 'scheduled':
      return post.scheduledFor ? { ...draft, status: 'scheduled', scheduledFor: post.scheduledFor } : draft;
    case 'in_review':
      return { ...draft, status: 'in_review', submittedAt: post.submittedAt ?? now };
    default:
      return { ...draft, status: post.status };
  }
}

/** What becomes of every post of an archive. */
export function planImport(
  source: ImportSource,
  posts: readonly StoredPost[],
  present: Present,
  choices: ImportChoices,
  now: string,
): PlannedPost[] {
  const taken = new Set(present.addresses);
  const seen = new Set<string>();
  const bySlug = new Map(present.identities.map(identity => [identity.slug, identity]));
  return posts.map((post, position) => {
    const wish = addressFor(post.slug, post.content.title);
    const { status, publishedAt, scheduledFor } = standingOf(post, choices, now);
    const line = {
      position,
      title: post.content.title || 'Without a title',
      slug: wish,
      status,
      date: scheduledFor ?? publishedAt,
      words: post.words,
      author: post.author?.name ?? null,
      picturesFound: Object.keys(post.found).length,
      picturesMissing: [...post.missing],
      notes: [...post.notes],
    };
    const known = present.sources.get(post.sourceId);
    const same = bySlug.get(wish);
    const isSame =
      same !== undefined &&
      (source === 'freehold'
        ? same.createdAt.toISOString() === post.createdAt
        : same.title === post.content.title && post.content.title !== '');
    if (known || isSame) {
      const why = known?.deleted
        ? 'It came before, and was deleted since. It can be had back among the posts.'
        : 'It is there already.';
      return { ...line, fate: 'present' as const, notes: [why] };
    }
    if (seen.has(post.sourceId)) return { ...line, fate: 'present' as const, notes: ['It is in the archive twice.'] };
    if (post.notes.includes(TOO_LONG)) return { ...line, fate: 'refused' as const };
    seen.add(post.sourceId);
    const slug = freeAddress(wish, taken);
    taken.add(slug);
    const moved = slug === wish ? [] : [`The address ${wish} is taken, so it gets a number.`];
    return { ...line, slug, fate: 'new' as const, notes: [...line.notes, ...moved] };
  });
}
