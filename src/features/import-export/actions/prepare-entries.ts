import type { z } from 'zod';
import { type PostContent, postContentSchema } from '#features/blog/contract/editing.ts';
import { toPostContent } from '#features/blog/index.ts';
import { type UnpublishedChanges, projectContentSchema } from '#features/projects/contract/drafts.ts';
import { renderText } from '#platform/text/render-text.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import type { PlannedItem } from '../contract/index.ts';
import type { PresentPost } from '../queries/existing-content.ts';
import type { ImportSource } from '../rules/imported-content.ts';
import type { ImportedContent, ImportedProjectContent } from '../rules/freehold-entries.ts';
import { pictureIdOf, withSitePictures } from '../rules/freehold.ts';
import { withMovedLinks } from '../rules/internal-links.ts';
import type { Found, StoredPost, StoredProject } from '../rules/outlines.ts';
import type { PostStatusFields, ProjectStatusFields } from '../rules/import-status.ts';
import { fillPictures } from './import-pool.ts';
import type { ExtractedPictures } from './pictures.ts';

/** A post ready to be inserted. `rendered` is its text, if readers see it. */
export type PreparedPost = NonNullable<Awaited<ReturnType<typeof preparePost>>>;
export type PreparedProject = NonNullable<Awaited<ReturnType<typeof prepareProject>>>;

/** Pictures extracted from the archive, and data of all pictures of the site. */
export interface PrepareContext {
  readonly pictureIds: ExtractedPictures['ids'];
  readonly listPictures: (ids: string[]) => Promise<ReadonlyMap<string, Picture>>;
  /** New targets of links in texts. */
  readonly links?: ReadonlyMap<string, string>;
}

/** Width of pictures in texts; pages choose the actual one. */
const TEXT_WIDTH = 800;

/** Maps an archive's picture references to URLs on this site. */
function pictureUrls(found: Found['found'], ids: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    Object.entries(found).flatMap(([reference, name]) => {
      const id = ids.get(name);
      return id ? [[reference, pictureFile(id, TEXT_WIDTH, 'webp')] as const] : [];
    }),
  );
}

/** Returns functions that convert picture references (null if not imported) and texts for this site. */
function createConverters(
  source: ImportSource,
  { found }: Pick<Found, 'found'>,
  { pictureIds, links = new Map() }: Pick<PrepareContext, 'pictureIds' | 'links'>,
) {
  const idOf = (reference: string | null) => {
    const key = source === 'freehold' ? pictureIdOf(reference) : reference;
    return (key && found[key] && pictureIds.get(found[key])) || null;
  };
  const ids = new Map(Object.entries(found).map(([key, name]) => [key, pictureIds.get(name) ?? key]));
  const textOf = async (markdown: string) => {
    const linked = withMovedLinks(markdown, links);
    if (source === 'freehold') return withSitePictures(linked, ids);
    return (await fillPictures({ source: linked }, pictureUrls(found, pictureIds))).markdown;
  };
  return { idOf, textOf };
}

type Converters = ReturnType<typeof createConverters>;

type SharedContent = Readonly<Record<string, unknown>> &
  Pick<ImportedContent, 'cover' | 'cardPicture' | 'cardTitle' | 'cardDescription' | 'markdown'>;

/** Returns content with this site's field names and pictures; undefined if it is invalid. */
async function convertContent<Content>(
  schema: z.ZodType<Content>,
  { cover, cardPicture, cardTitle, cardDescription, markdown, ...rest }: SharedContent,
  { idOf, textOf }: Converters,
) {
  return schema.safeParse({
    ...rest,
    markdown: await textOf(markdown),
    coverImageId: idOf(cover),
    socialTitle: cardTitle,
    socialDescription: cardDescription,
    socialImageId: idOf(cardPicture),
  }).data;
}

/** Does the same for a project, leaving missing pictures out of its gallery. */
function convertProjectContent({ repository, gallery, ...content }: ImportedProjectContent, names: Converters) {
  const pictures = gallery.flatMap(({ picture, alt, caption }) => {
    const pictureId = names.idOf(picture);
    return pictureId ? [{ pictureId, alt, caption }] : [];
  });
  return convertContent(projectContentSchema, { ...content, repositoryUrl: repository, gallery: pictures }, names);
}

/** Whether readers see it immediately, or after one click by the owner. */
const isShown = ({ status }: Pick<PlannedItem, 'status'>) => status === 'published' || status === 'archived';

/** Renders an imported text. An import renders one text at a time, so other requests don't wait for all of them. */
export const renderImported = (markdown: string, { listPictures }: Pick<PrepareContext, 'listPictures'>) =>
  renderText(markdown, { pictures: listPictures, owner: 'import' });

/** Prepares a post: replaces its pictures, and renders it if it is public. Undefined if it is invalid. */
export async function preparePost(
  source: ImportSource,
  stored: StoredPost,
  { plan, publication }: { readonly plan: PlannedItem; readonly publication: PostStatusFields },
  context: PrepareContext,
) {
  const { content: written, pending: changes, found: _found, missing: _missing, ...item } = stored;
  const names = createConverters(source, stored, context);
  const content = await convertContent(postContentSchema, written, names);
  if (!content) return undefined;
  const pending =
    changes && plan.status === 'published' ? await convertContent(postContentSchema, changes, names) : undefined;
  const rendered = isShown(plan) ? await renderImported(content.markdown, context) : undefined;
  // An empty description in a Freehold archive is intentional.
  const needsExcerpt = content.description === '' && source !== 'freehold';
  const description = needsExcerpt && rendered ? rendered.excerpt : content.description;
  const avatarId = names.idOf(item.author?.avatar ?? null);
  const ready = { content: { ...content, description }, pending: pending ?? null, avatarId, rendered };
  return { kind: 'post' as const, item, plan, publication, ...ready };
}

/** Prepares a project in the same way. Undefined if it is invalid. */
export async function prepareProject(
  stored: StoredProject,
  { plan, publication }: { readonly plan: PlannedItem; readonly publication: ProjectStatusFields },
  context: PrepareContext,
) {
  const { content: written, pending: changes, found: _found, missing: _missing, ...item } = stored;
  const names = createConverters('freehold', stored, context);
  const content = await convertProjectContent(written, names);
  if (!content) return undefined;
  const converted =
    changes && plan.status === 'published'
      ? await convertProjectContent({ ...changes, likes: changes.likes ?? 0 }, names)
      : undefined;
  const pending: UnpublishedChanges | null = changes && converted ? { ...converted, likes: changes.likes } : null;
  const rendered = isShown(plan) ? await renderImported(content.markdown, context) : undefined;
  return { kind: 'project' as const, item, plan, publication, content, pending, rendered };
}

/** An existing post, with the pictures it was imported without. `rendered` is its text, if readers see it. */
export type PreparedFill = Awaited<ReturnType<typeof prepareFill>>;

/** Adds the pictures of an archive to a post that was imported without them. */
export async function prepareFill(source: StoredPost, post: PresentPost, context: PrepareContext) {
  const idOf = (reference: string | null) =>
    context.pictureIds.get((reference && source.found[reference]) || '') ?? null;
  const urls = pictureUrls(source.found, context.pictureIds);
  const fill = async (content: PostContent): Promise<PostContent> => {
    const texts = { current: content.markdown, source: source.content.markdown };
    return {
      ...content,
      coverImageId: content.coverImageId ?? idOf(source.content.cover),
      socialImageId: content.socialImageId ?? idOf(source.content.cardPicture),
      markdown: (await fillPictures(texts, urls)).markdown,
    };
  };
  const content = await fill(toPostContent({ ...post, category: post.category as PostContent['category'] }));
  const rendered = isShown(post) ? await renderImported(content.markdown, context) : undefined;
  return {
    kind: 'fill' as const,
    postId: post.id,
    /** The version that the pictures were added to. */
    version: post.version,
    content,
    pending: post.unpublishedChanges && (await fill(post.unpublishedChanges)),
    rendered,
  };
}
