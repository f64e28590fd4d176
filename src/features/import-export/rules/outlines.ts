import type { LinePlace } from '#platform/files/lines.ts';
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

/** Properties that decide when and whether an entry is published. */
type Timing = Pick<ImportedPost, 'status' | 'scheduledFor' | 'submittedAt'> & {
  /** Whether all fields required for publishing are set. */
  readonly isComplete: boolean;
  /** Whether it has unpublished changes. */
  readonly hasPending: boolean;
};
export type PostTiming = Timing & Pick<ImportedPost, 'publishedAt' | 'hiddenUntil' | 'hiddenFrom'>;
export type ProjectTiming = Timing & Pick<ImportedProject, 'publishedOn'>;

interface Outline extends Found, Pick<ImportedPost, 'sourceId' | 'slug' | 'createdAt' | 'notes'> {
  readonly title: string;
  readonly author: string | null;
  /** Number of comments; their pictures' ids are in `commentPictures`. */
  readonly comments: number;
  readonly commentPictures: readonly string[];
  /** Why it cannot be imported, as a sentence; empty if it can. */
  readonly problem: string;
  /** Position of the complete entry in the file of entries. */
  readonly line: LinePlace;
}

/** Data of a post kept in memory while its import is planned. Texts and comments stay on disk. */
export interface PostOutline extends Outline, PostTiming {
  readonly category: ImportedPost['content']['category'];
  readonly tags: readonly string[];
  readonly oldPaths: readonly string[];
}

/** Data of a project kept in memory while its import is planned. */
export interface ProjectOutline extends Outline, ProjectTiming {}

/** Returns the properties that decide when a post is published. */
export function postTiming(post: ImportedPost): PostTiming {
  const { status, publishedAt, scheduledFor, submittedAt, hiddenUntil = null, hiddenFrom = null } = post;
  const isComplete = post.content.title !== '' && post.content.markdown.trim() !== '';
  const hasPending = post.pending !== null;
  return { status, publishedAt, scheduledFor, submittedAt, hiddenUntil, hiddenFrom, isComplete, hasPending };
}

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
    problem: notes.includes(CONTENT_TOO_LONG_MESSAGE)
      ? CONTENT_TOO_LONG_MESSAGE
      : (markdownProblem(content.markdown) ?? ''),
  };
}

/** Formats the outline of a post or project as one line, with its position in the file of entries. */
export function formatOutline(entry: StoredPost | StoredProject, line: LinePlace): string {
  const kind = 'owner' in entry ? 'project' : 'post';
  const own = 'owner' in entry ? projectFacts(entry) : postFacts(entry);
  return JSON.stringify({ kind, ...omitEmpty({ ...outlineOf(entry), ...own }), line });
}

function postFacts(post: StoredPost) {
  const { category, tags } = post.content;
  return { ...postTiming(post), author: post.author?.name, category, tags, oldPaths: post.oldPaths };
}

function projectFacts({ content, pending, status, scheduledFor, submittedAt, publishedOn, owner }: StoredProject) {
  const isComplete = Object.keys(findPublishErrors(content)).length === 0;
  return { status, scheduledFor, submittedAt, publishedOn, isComplete, hasPending: pending !== null, author: owner };
}

export function readOutline(
  line: string,
):
  | { readonly kind: 'post'; readonly post: PostOutline }
  | { readonly kind: 'project'; readonly project: ProjectOutline } {
  const { kind, ...written } = JSON.parse(line) as { kind: 'post' | 'project' };
  return kind === 'post'
    ? { kind, post: { ...emptyPost, ...(written as PostOutline) } }
    : { kind, project: { ...emptyProject, ...(written as ProjectOutline) } };
}
