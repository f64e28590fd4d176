import { slugOf } from '#features/publishing/rules/slugs.ts';
import { MAX_SLUG_LENGTH, slugShape } from '#shared/contract.ts';
import { formatDateTime } from '#shared/time.ts';
import type { ImportOptions, PlannedItem } from '../contract/index.ts';
import type { ImportSource } from './imported-content.ts';
import type { PostOutline, ProjectOutline } from './outlines.ts';
import { toPostStatusFields, toProjectStatusFields, type ImportStatusOption } from './import-status.ts';

/** Number of pictures that can be added to a post, unless its text is too complex. */
export type Fills = number | 'too complex';

/** The site's existing posts or projects. */
export interface ExistingEntries {
  readonly addresses: ReadonlySet<string>;
  /** Those imported from the same kind of source, by source id. */
  readonly sources: ReadonlyMap<string, { readonly deleted: boolean }>;
  /** Number of archive pictures that existing posts lack, by source id. */
  readonly fills?: ReadonlyMap<string, Fills>;
  readonly identities: readonly { readonly slug: string; readonly createdAt: Date }[];
}

/** Whether a text can be a slug. */
export const isSlug = (text: string) =>
  text.length <= MAX_SLUG_LENGTH && slugShape.test(text) && text === text.normalize('NFC');

/** Returns the requested slug in its own script, or one derived from the title. */
export function generateSlug(requested: string, title: string): string {
  const slug = requested.normalize('NFC');
  return isSlug(slug) ? slug : slugOf(slug || title, 'post');
}

/** Appends a number to a slug that is taken. */
function findFreeSlug(requested: string, taken: ReadonlySet<string>): string {
  let slug = requested;
  for (let number = 2; taken.has(slug); number++) slug = `${requested}-${number}`;
  return slug;
}

export interface Outlines {
  readonly source: ImportSource;
  readonly posts: readonly PostOutline[];
  readonly projects: readonly ProjectOutline[];
}

/** Plans each post and project of an archive. */
export function* planImport(
  { source, posts, projects }: Outlines,
  present: Readonly<Record<'posts' | 'projects', ExistingEntries>>,
  choices: ImportStatusOption,
  now: string,
): Generator<PlannedItem> {
  const ofPosts = planner(source, 'post', present.posts);
  for (const [position, post] of posts.entries()) {
    const { status, publishedAt, scheduledFor } = toPostStatusFields(post, choices, now);
    const notes = scheduleNotes(post, status);
    yield ofPosts(post, { position, status, date: scheduledFor ?? publishedAt, author: post.author, notes });
  }
  const ofProjects = planner(source, 'project', present.projects);
  for (const [position, project] of projects.entries()) {
    const { status, scheduledFor } = toProjectStatusFields(project, choices, now);
    const day = project.publishedOn && `${project.publishedOn}T12:00:00Z`;
    const notes = scheduleNotes(project, status);
    yield ofProjects(project, { position, status, date: scheduledFor ?? day, author: project.author, notes });
  }
}

/** Returns a note about the date that a scheduled post or project loses as a draft. */
function scheduleNotes({ scheduledFor }: Pick<PostOutline, 'scheduledFor'>, status: PlannedItem['status']): string[] {
  if (scheduledFor === null || status !== 'draft') return [];
  return [`This was scheduled for ${formatDateTime(scheduledFor, 'UTC')}. Imported as a draft, it has no date.`];
}

/** Plans posts or projects in sequence; each takes its slug. */
function planner(source: ImportSource, kind: PlannedItem['kind'], present: ExistingEntries) {
  const takenSlugs = new Set(present.addresses);
  const seenIds = new Set<string>();
  const bySlug = new Map(present.identities.map(identity => [identity.slug, identity]));
  return (
    item: PostOutline | ProjectOutline,
    fields: Pick<PlannedItem, 'position' | 'status' | 'date' | 'author' | 'notes'>,
  ): PlannedItem => {
    const requested = generateSlug(item.slug, item.title);
    const line = {
      ...fields,
      kind,
      title: item.title || 'Untitled',
      slug: requested,
      words: item.words,
      comments: item.comments,
      picturesFound: Object.keys(item.found).length,
      picturesMissing: [...item.missing],
      fills: 0,
      notes: [...item.notes, ...fields.notes],
    };
    const existing = present.sources.get(item.sourceId);
    // Content from Freehold has no source id: slug and creation date identify it.
    const isSame = source === 'freehold' && bySlug.get(requested)?.createdAt.toISOString() === item.createdAt;
    if (existing || isSame) {
      const fills = existing?.deleted ? 'deleted' : (present.fills?.get(item.sourceId) ?? 0);
      const notes = notesOnExisting(kind, fills);
      return { ...line, action: 'skip', fills: typeof fills === 'number' ? fills : 0, notes };
    }
    if (seenIds.has(item.sourceId)) return { ...line, action: 'skip', notes: ['The archive contains this twice.'] };
    if (item.problem) return { ...line, action: 'reject', notes: [...new Set([...line.notes, item.problem])] };
    seenIds.add(item.sourceId);
    const slug = findFreeSlug(requested, takenSlugs);
    takenSlugs.add(slug);
    const slugNotes = slug === requested ? [] : [`The address ${requested} is taken, so a number is added.`];
    return { ...line, slug, action: 'create', notes: [...line.notes, ...slugNotes] };
  };
}

/** Returns what the owner should know about a post or project that is already on this site, or was deleted here. */
function notesOnExisting(kind: PlannedItem['kind'], fills: Fills | 'deleted'): string[] {
  if (fills === 'deleted') {
    return [`You imported this ${kind} before and then deleted it. You can restore it from your deleted ${kind}s.`];
  }
  if (fills === 'too complex') return ['Already on this site. Its text is too complex to add images.'];
  if (fills === 0) return [];
  return [`Already on this site. ${fills} ${fills === 1 ? 'image' : 'images'} will be added.`];
}

/** Default options of an import. */
export const DEFAULT_IMPORT_OPTIONS: Omit<ImportOptions, 'siteSections'> = { status: 'draft', authors: 'keep' };
