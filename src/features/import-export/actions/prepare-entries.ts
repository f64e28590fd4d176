import { type PostContent, postContentSchema } from '#features/blog/contract/editing.ts';
import {
  type UnpublishedChanges,
  type ProjectContent,
  projectContentSchema,
} from '#features/projects/contract/drafts.ts';
import type { RenderedMarkdown, Renderings } from '#platform/text/markdown.ts';
import { renderText } from '#platform/text/render-text.ts';
import { pictureFile } from '#shared/paths.ts';
import type { PlannedItem } from '../contract/index.ts';
import type { ImportedContent, ImportedProjectContent, ImportSource } from '../rules/imported-content.ts';
import { pictureIdOf, withSitePictures } from '../rules/freehold.ts';
import { withMovedLinks } from '../rules/internal-links.ts';
import type { Found, StoredPost, StoredProject } from '../rules/outlines.ts';
import type { PostStanding, ProjectStanding } from '../rules/import-status.ts';
import { putPictures } from './import-pool.ts';
import type { TakenPictures } from './pictures.ts';

type Plan = Pick<PlannedItem, 'slug' | 'status' | 'words'>;

export interface PreparedPost {
  readonly kind: 'post';
  readonly post: Omit<StoredPost, 'content' | 'pending' | 'found' | 'missing'>;
  readonly plan: Plan;
  readonly standing: PostStanding;
  readonly content: PostContent;
  readonly pending: PostContent | null;
  readonly avatarId: string | null;
  /** Rendered text, if the post is published immediately. */
  readonly rendered: RenderedMarkdown | undefined;
}

export interface PreparedProject {
  readonly kind: 'project';
  readonly project: Omit<StoredProject, 'content' | 'pending' | 'found' | 'missing'>;
  readonly plan: Plan;
  readonly standing: ProjectStanding;
  readonly content: ProjectContent;
  readonly pending: UnpublishedChanges | null;
  readonly rendered: RenderedMarkdown | undefined;
}

/** Pictures taken from the archive, and data of all pictures of the site. */
export interface PrepareContext {
  readonly taken: TakenPictures['ids'];
  readonly shapes: NonNullable<Renderings['pictures']>;
  /** The folder of the build. */
  readonly dist: string;
  /** New targets of links in texts. */
  readonly links?: ReadonlyMap<string, string>;
}

/** Width of pictures in texts; pages choose the actual one. */
const TEXT_WIDTH = 800;

/** Maps an archive's picture references to URLs on this site. */
export function addressesOf(found: Found['found'], taken: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    Object.entries(found).flatMap(([reference, name]) => {
      const id = taken.get(name);
      return id ? [[reference, pictureFile(id, TEXT_WIDTH, 'webp')] as const] : [];
    }),
  );
}

/** Returns picture names on this site; null for one that was not imported. */
function namesHere(
  source: ImportSource,
  { found }: Pick<Found, 'found'>,
  { taken, dist, links = new Map() }: Pick<PrepareContext, 'taken' | 'dist' | 'links'>,
) {
  const idOf = (reference: string | null) => {
    const key = source === 'freehold' ? pictureIdOf(reference) : reference;
    return (key && found[key] && taken.get(found[key])) || null;
  };
  const ids = new Map(Object.entries(found).map(([key, name]) => [key, taken.get(name) ?? key]));
  const textOf = async (markdown: string) => {
    const linked = withMovedLinks(markdown, links);
    return source === 'freehold' ? withSitePictures(linked, ids) : putPictures(linked, addressesOf(found, taken), dist);
  };
  return { idOf, textOf };
}

type Names = ReturnType<typeof namesHere>;

/** Returns a post's content with this site's pictures; undefined if it is invalid. */
async function postContentHere(content: ImportedContent, { idOf, textOf }: Names): Promise<PostContent | undefined> {
  const { cover, cardPicture, cardTitle, cardDescription, markdown, ...rest } = content;
  const whole = {
    ...rest,
    markdown: await textOf(markdown),
    coverImageId: idOf(cover),
    socialTitle: cardTitle,
    socialDescription: cardDescription,
    socialImageId: idOf(cardPicture),
  };
  const parsed = postContentSchema.safeParse(whole);
  return parsed.success ? parsed.data : undefined;
}

/** Returns a project's content with this site's pictures, leaving missing ones out of its gallery. */
async function projectContentHere(
  content: ImportedProjectContent,
  { idOf, textOf }: Names,
): Promise<ProjectContent | undefined> {
  const { cover, cardPicture, cardTitle, cardDescription, repository, gallery, markdown, ...rest } = content;
  const whole = {
    ...rest,
    markdown: await textOf(markdown),
    coverImageId: idOf(cover),
    repositoryUrl: repository,
    socialTitle: cardTitle,
    socialDescription: cardDescription,
    socialImageId: idOf(cardPicture),
    gallery: gallery.flatMap(({ picture, alt, caption }) => {
      const pictureId = idOf(picture);
      return pictureId ? [{ pictureId, alt, caption }] : [];
    }),
  };
  const parsed = projectContentSchema.safeParse(whole);
  return parsed.success ? parsed.data : undefined;
}

/** Whether readers see it immediately, or after one click by the owner. */
const isShown = ({ status }: Plan) => status === 'published' || status === 'archived';

/**
 * Renders an imported text. An import renders one text at a time, so that other requests don't wait for all of them.
 */
export function renderImported(
  markdown: string,
  { shapes, dist }: Pick<PrepareContext, 'shapes' | 'dist'>,
): Promise<RenderedMarkdown> {
  return renderText(markdown, { dist, pictures: shapes, owner: 'import' });
}

/** Prepares a post: replaces its pictures, and renders it if it is public. Undefined if it is invalid. */
export async function preparePost(
  source: ImportSource,
  stored: StoredPost,
  { plan, standing }: Pick<PreparedPost, 'plan' | 'standing'>,
  surroundings: PrepareContext,
): Promise<PreparedPost | undefined> {
  const { content: written, pending: waiting, found, missing: _missing, ...post } = stored;
  const names = namesHere(source, stored, surroundings);
  const content = await postContentHere(written, names);
  if (!content) return undefined;
  const pending = waiting && plan.status === 'published' ? await postContentHere(waiting, names) : undefined;
  const rendered = isShown(plan) ? await renderImported(content.markdown, surroundings) : undefined;
  // An empty description in a Freehold archive is intentional.
  const needsExcerpt = content.description === '' && source !== 'freehold';
  const description = needsExcerpt && rendered ? rendered.excerpt : content.description;
  const avatarId = names.idOf(post.author?.avatar ?? null);
  const ready = { content: { ...content, description }, pending: pending ?? null, avatarId, rendered };
  return { kind: 'post', post, plan, standing, ...ready };
}

/** Prepares a project in the same way. Undefined if it is invalid. */
export async function prepareProject(
  stored: StoredProject,
  { plan, standing }: Pick<PreparedProject, 'plan' | 'standing'>,
  surroundings: PrepareContext,
): Promise<PreparedProject | undefined> {
  const { content: written, pending: waits, found: _found, missing: _missing, ...project } = stored;
  const names = namesHere('freehold', stored, surroundings);
  const content = await projectContentHere(written, names);
  if (!content) return undefined;
  const waiting =
    waits && plan.status === 'published'
      ? await projectContentHere({ ...waits, likes: waits.likes ?? 0 }, names)
      : undefined;
  const pending = waits && waiting ? { ...waiting, likes: waits.likes } : null;
  const rendered = isShown(plan) ? await renderImported(content.markdown, surroundings) : undefined;
  return { kind: 'project', project, plan, standing, content, pending, rendered };
}
