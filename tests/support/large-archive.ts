import { hash } from 'node:crypto';
import { MANIFEST_FILE_NAME } from '#features/import-export/rules/freehold.ts';
import {
  formatCommentsFile,
  type ImportedComment,
  type ImportedThread,
} from '#features/import-export/rules/freehold-comments.ts';
import { formatPostFile, formatProjectFile } from '#features/import-export/rules/freehold-entries.ts';
import { openZip } from '#platform/files/zip-reader.ts';
import type { ZipEntry } from '#platform/files/zip-writer.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';

export interface ArchiveSize {
  readonly posts: number;
  readonly projects: number;
  /** How many comments each of the first `posts` posts has. */
  readonly comments: { readonly each: number; readonly posts: number };
  /** Returns the text of a post. The first ten posts are published. */
  readonly text: (number: number) => string;
}

/** Spreads the comments in time so the posts alternate. */
const instant = (number: number) => new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString();
const numbered = (prefix: string, number: number) => `${prefix}-${String(number).padStart(6, '0')}`;

/**
 * Yields the files of an export with many posts, projects and comments. Everything else is as in `base`, the export of
 * a site that has none of these.
 */
export async function* largeArchive(base: Buffer, size: ArchiveSize): AsyncGenerator<ZipEntry> {
  const hashes: Record<string, string> = {};
  const file = (name: string, text: string): ZipEntry => {
    const bytes = Buffer.from(text);
    hashes[name] = hash('sha256', bytes);
    return { name, bytes };
  };
  for (let number = 0; number < size.posts; number++) {
    const slug = numbered('post', number);
    yield file(`posts/${slug}.md`, postFile(slug, number, size.text(number)));
    if (number >= size.comments.posts) continue;
    yield file(`comments/posts/${slug}.json`, formatCommentsFile(threads(number, size.comments)));
  }
  for (let number = 0; number < size.projects; number++) {
    const slug = numbered('project', number);
    yield file(`projects/${slug}.md`, projectFile(slug, number));
  }
  const zip = await openZip(base, { files: 1000, file: 1e8, totalBytes: 1e9 });
  const list = JSON.parse(String(await zip.read(MANIFEST_FILE_NAME))) as {
    counts: object;
    files: Record<string, string>;
  };
  for (const name of zip.names.filter(one => one !== MANIFEST_FILE_NAME)) {
    hashes[name] = list.files[name] ?? '';
    yield { name, bytes: await zip.read(name), packed: name.endsWith('.webp') };
  }
  const { posts, projects } = size;
  const counts = { ...list.counts, posts, projects, comments: size.comments.each * size.comments.posts };
  // Only values change, so the keys keep the order in which a site writes them.
  const text = `${JSON.stringify({ ...list, counts, files: hashes }, null, 2)}\n`;
  yield { name: MANIFEST_FILE_NAME, bytes: Buffer.from(text) };
}

const outside = {
  cover: null,
  coverAlt: '',
  canonicalUrl: null,
  metaTitle: null,
  metaDescription: null,
  cardTitle: null,
  cardDescription: null,
  cardPicture: null,
};

const draft = { slugChosen: false, commentsClosed: false, scheduledFor: null, submittedAt: null, formerSlugs: [] };

function postFile(slug: string, number: number, markdown: string): string {
  const createdAt = instant(number);
  const isPublished = number < 10;
  return formatPostFile({
    ...draft,
    content: { ...outside, title: slug, description: '', markdown, category: 'Technology', tags: ['tide', slug] },
    pending: null,
    slug,
    feedSlug: null,
    status: isPublished ? 'published' : 'draft',
    author: { name: 'Jean Bartik', role: 'Guest author', avatar: null },
    likes: number % 7,
    createdAt,
    changedAt: createdAt,
    publishedAt: isPublished ? createdAt : null,
    updatedAt: createdAt,
  });
}

function projectFile(slug: string, number: number): string {
  const createdAt = instant(number);
  const fields = {
    summary: 'Small.',
    category: 'React' as const,
    tags: [],
    link: null,
    repository: null,
    gallery: [],
  };
  const figures = { price: { minor: toMinorUnits(0), currency: 'EUR' as const }, stars: 0, likes: 0, forks: 0 };
  return formatProjectFile({
    ...draft,
    content: { ...outside, ...fields, ...figures, title: slug, markdown: `Project ${number}.` },
    pending: null,
    slug,
    status: 'draft',
    owner: 'Jean Bartik',
    position: null,
    publishedOn: null,
    createdAt,
    changedAt: createdAt,
    updatedAt: createdAt,
  });
}

/** Returns the comments on a post. Every fifth one starts a thread. */
function threads(number: number, { each, posts }: ArchiveSize['comments']): ImportedThread[] {
  const comments = Array.from({ length: each }, (_, index): ImportedComment => {
    const createdAt = instant(index * posts + number);
    const author = { name: `Reader ${index % 50}`, designation: '', avatar: null, email: null };
    const dates = { createdAt, editedAt: null, approvedAt: createdAt, removedAt: null };
    return { author, body: `Comment ${index} on ${number}.`, state: 'published', stateBefore: null, ...dates };
  });
  const first = comments.filter((_, index) => index % 5 === 0);
  return first.map((comment, index) => ({ ...comment, replies: comments.slice(index * 5 + 1, index * 5 + 5) }));
}
