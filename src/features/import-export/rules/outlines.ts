import type { LinePosition } from '#platform/files/lines.ts';
import { findPublishErrors } from '#features/projects/rules/content.ts';
import { markdownProblem } from '#shared/markdown-limits.ts';
import type { ImportedPost, ImportedProject } from './imported-content.ts';
import { CONTENT_TOO_LONG_MESSAGE } from './normalize-fields.ts';
import { omitEmpty } from './freehold.ts';
import { countComments, pictureIdsOfComments } from './freehold-comments.ts';

/** Pictures found when the archive was read. */
export interface Found {
  /** Archive files by the references in the text. */
  readonly found: Readonly<Record<string, string>>;
  /** Pictures that are not in the archive. */
  readonly missing: readonly string[];
  readonly words: number;
}

export type StoredPost = ImportedPost & Found;
export type StoredProject = ImportedProject & Found;

/** Returns the properties that decide when and whether a post is published. */
export function postTiming(post: ImportedPost) {
  const { status, publishedAt, scheduledFor, submittedAt, hiddenUntil = null, hiddenFrom = null } = post;
  const isComplete = post.content.title !== '' && post.content.markdown.trim() !== '';
  const hasPending = post.pending !== null;
  return { status, publishedAt, scheduledFor, submittedAt, hiddenUntil, hiddenFrom, isComplete, hasPending };
}
export type PostTiming = ReturnType<typeof postTiming>;

function projectTiming({ content, pending, status, scheduledFor, submittedAt, publishedOn }: ImportedProject) {
  const isComplete = Object.keys(findPublishErrors(content)).length === 0;
  return { status, scheduledFor, submittedAt, publishedOn, isComplete, hasPending: pending !== null };
}
export type ProjectTiming = ReturnType<typeof projectTiming>;

const emptyOutline = {
  author: null,
  slug: '',
  createdAt: null,
  scheduledFor: null,
  submittedAt: null,
  isComplete: false,
  hasPending: false,
  title: '',
  comments: 0,
  commentPictures: [],
  notes: [],
  missing: [],
  words: 0,
  problem: '',
} as const;

const emptyPost = { ...emptyOutline, publishedAt: null, hiddenUntil: null, hiddenFrom: null, tags: [], oldPaths: [] };
const emptyProject = { ...emptyOutline, publishedOn: null };

function outlineOf(item: StoredPost | StoredProject) {
  const { sourceId, slug, createdAt, notes, found, missing, words, content, comments } = item;
  return {
    sourceId,
    slug,
    createdAt,
    notes,
    found,
    missing,
    words,
    title: content.title,
    comments: countComments(comments),
    commentPictures: pictureIdsOfComments(comments),
    /** Why it cannot be imported, as a sentence; empty if it can. */
    problem: notes.includes(CONTENT_TOO_LONG_MESSAGE)
      ? CONTENT_TOO_LONG_MESSAGE
      : (markdownProblem(content.markdown) ?? ''),
  };
}

type Outline = ReturnType<typeof outlineOf> & {
  readonly author: string | null;
  /** Position of the complete entry in the file of entries. */
  readonly line: LinePosition;
};

/** Data of a post kept in memory while its import is planned. Texts and comments stay on disk. */
export type PostOutline = Outline &
  PostTiming &
  Pick<ImportedPost['content'], 'category' | 'tags'> & { readonly oldPaths: readonly string[] };

/** Data of a project kept in memory while its import is planned. */
export type ProjectOutline = Outline & ProjectTiming;

/** Formats the outline of a post or project as one line, with its position in the file of entries. */
export function formatOutline(entry: StoredPost | StoredProject, line: LinePosition): string {
  const kind = 'owner' in entry ? 'project' : 'post';
  const details = 'owner' in entry ? { ...projectTiming(entry), author: entry.owner } : postDetails(entry);
  return JSON.stringify({ kind, ...omitEmpty({ ...outlineOf(entry), ...details }), line });
}

function postDetails(post: StoredPost) {
  const { category, tags } = post.content;
  return { ...postTiming(post), author: post.author?.name, category, tags, oldPaths: post.oldPaths };
}

export function readOutline(line: string) {
  const { kind, ...written } = JSON.parse(line) as { kind: 'post' | 'project' };
  return kind === 'post'
    ? { kind, post: { ...emptyPost, ...(written as PostOutline) } satisfies PostOutline }
    : { kind, project: { ...emptyProject, ...(written as ProjectOutline) } satisfies ProjectOutline };
}
