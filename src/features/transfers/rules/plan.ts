import { slugOf } from '#features/publishing/rules/slugs.ts';
import { LONGEST_SLUG, slugShape } from '#shared/contract.ts';
import type { ImportChoices, PlannedItem } from '../contract.ts';
import type { ForeignPost, ForeignProject, ImportSource } from './entries.ts';
import { TOO_LONG } from './fields.ts';
import { markdownProblem } from '#shared/markdown-limits.ts';
import { countComments } from './freehold-comments.ts';
import { postStandingOf, projectStandingOf, type StandingChoice } from './standing.ts';

/** What was found out about something when its archive was read. */
export interface Found {
  /** The archive's files by how it names its pictures. */
  readonly found: Readonly<Record<string, string>>;
  /** Pictures that are not in the archive. */
  readonly missing: readonly string[];
  readonly words: number;
}

export type StoredPost = ForeignPost & Found;
export type StoredProject = ForeignProject & Found;

/** Pictures that can be added to a post; its text may be too complex for that. */
export type Fills = number | 'too complex';

/** What the site has already of posts, or of projects. */
export interface PresentKind {
  readonly addresses: ReadonlySet<string>;
  /** Those that came from that kind of site before. */
  readonly sources: ReadonlyMap<string, { readonly deleted: boolean }>;
  /** How many pictures of the archive those lack that are here already, by their source's id. */
  readonly fills?: ReadonlyMap<string, Fills>;
  readonly identities: readonly { readonly slug: string; readonly title: string; readonly createdAt: Date }[];
}

/** What the site has already. */
export interface Present {
  readonly posts: PresentKind;
  readonly projects: PresentKind;
}

/** Whether a text can be the last part of an address. */
export const isAddress = (text: string) =>
  text.length <= LONGEST_SLUG && slugShape.test(text) && text === text.normalize('NFC');

/** Returns the slug that something asks for, in its own script, or one for its title where it asks for none. */
export function addressFor(wish: string, title: string): string {
  const asked = wish.normalize('NFC');
  return isAddress(asked) ? asked : slugOf(asked || title, 'post');
}

/** The same with a number where it is taken. */
function freeAddress(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  for (let number = 2; ; number++) {
    const numbered = `${wish}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** What becomes of every post and project of an archive. */
export function planImport(
  {
    source,
    posts,
    projects,
  }: { source: ImportSource; posts: readonly StoredPost[]; projects: readonly StoredProject[] },
  present: Present,
  choices: StandingChoice,
  now: string,
): PlannedItem[] {
  const ofPosts = planner(source, 'post', present.posts);
  const ofProjects = planner(source, 'project', present.projects);
  return [
    ...posts.map((post, position) => {
      const { status, publishedAt, scheduledFor } = postStandingOf(post, choices, now);
      return ofPosts(post, { position, status, date: scheduledFor ?? publishedAt, author: post.author?.name ?? null });
    }),
    ...projects.map((project, position) => {
      const { status, scheduledFor } = projectStandingOf(project, choices, now);
      const day = project.publishedOn && `${project.publishedOn}T12:00:00Z`;
      return ofProjects(project, { position, status, date: scheduledFor ?? day, author: project.owner });
    }),
  ];
}

type Standing = Pick<PlannedItem, 'position' | 'status' | 'date' | 'author'>;

/** Decides about one post, or one project, after the other: addresses that one gets are taken for the next. */
function planner(source: ImportSource, kind: PlannedItem['kind'], present: PresentKind) {
  const taken = new Set(present.addresses);
  const seen = new Set<string>();
  const bySlug = new Map(present.identities.map(identity => [identity.slug, identity]));
  return (item: StoredPost | StoredProject, standing: Standing): PlannedItem => {
    const wish = addressFor(item.slug, item.content.title);
    const line = {
      ...standing,
      kind,
      title: item.content.title || 'Without a title',
      slug: wish,
      words: item.words,
      comments: countComments(item.comments),
      picturesFound: Object.keys(item.found).length,
      picturesMissing: [...item.missing],
      fills: 0,
      notes: [...item.notes],
    };
    const known = present.sources.get(item.sourceId);
    // What was written on a site like this has no source of its own: its address and first moment are its id.
    const isSame = source === 'freehold' && bySlug.get(wish)?.createdAt.toISOString() === item.createdAt;
    if (known || isSame) {
      const gone = `It came before, and was deleted since. It can be had back among the ${kind}s.`;
      const counted = known?.deleted ? 0 : (present.fills?.get(item.sourceId) ?? 0);
      const fills = counted === 'too complex' ? 0 : counted;
      const added = `It is here already. ${fills === 1 ? 'One picture is' : `${fills} pictures are`} added to it.`;
      const notes = known?.deleted ? [gone] : counted === 'too complex' ? [UNFILLED] : fills > 0 ? [added] : [];
      return { ...line, fate: 'present', fills, notes };
    }
    if (seen.has(item.sourceId)) return { ...line, fate: 'present', notes: ['It is in the archive twice.'] };
    if (item.notes.includes(TOO_LONG)) return { ...line, fate: 'refused' };
    const problem = markdownProblem(item.content.markdown);
    if (problem) return { ...line, fate: 'refused', notes: [...line.notes, problem] };
    seen.add(item.sourceId);
    const slug = freeAddress(wish, taken);
    taken.add(slug);
    const moved = slug === wish ? [] : [`The address ${wish} is taken, so it gets a number.`];
    return { ...line, slug, fate: 'new', notes: [...line.notes, ...moved] };
  };
}

const UNFILLED = 'It is here already. Its text is too complex to add pictures to it.';

/** How an archive is moved in where nobody said otherwise. */
export const usualChoices: Omit<ImportChoices, 'documents'> = { standing: 'draft', authors: 'keep' };
