import { findPicture, listPicturesById } from '#features/media/index.ts';
import { previewerOf } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken } from '#platform/tokens.ts';
import { renderText } from '#platform/text/render-text.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { GalleryItem } from '../contract/drafts.ts';
import type { GalleryPicture, Project } from '../contract/public.ts';
import { hasProjectFiles } from '../queries/files.ts';
import { findOwnerName, getAdjacentAndRelatedProjects } from '../queries/projects.ts';
import { findProjectIdByPreviewToken, getProjectRow, updateProjectRow } from '../queries/drafts.ts';
import { lockEditableProject, getEditableProject, writtenContent } from './list-drafts.ts';

type PreviewContext = Pick<ApiContext, 'actor' | 'client' | 'dist' | 'now'>;

/** Creates a preview link that works without an account. Returns its path. Throws NOT_FOUND. */
export async function createPreviewLink(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  id: string,
): Promise<string> {
  const { project } = await lockEditableProject(tx, context, id);
  const previewToken = createToken();
  await updateProjectRow(tx, project, { previewToken });
  return paths.projectPreview(previewToken);
}

/** Revokes the preview link. Throws NOT_FOUND. */
export async function revokePreviewLink(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  id: string,
): Promise<void> {
  const { project } = await lockEditableProject(tx, context, id);
  await updateProjectRow(tx, project, { previewToken: null });
}

/** Returns the rendered preview of a project for its writers. Throws NOT_FOUND. */
export async function getDraftPreview(db: Db, context: PreviewContext, id: string): Promise<Project> {
  const { project } = await getEditableProject(db, context, id);
  return renderPreview(db, context, project.id);
}

/** Returns the rendered preview of a project for visitors with its link. Throws NOT_FOUND. */
export async function getSharedPreview(db: Db, context: PreviewContext, token: string): Promise<Project> {
  const id = await findProjectIdByPreviewToken(db, token);
  if (id === undefined)
    throw new AppError('NOT_FOUND', 'This link shows nothing any more. Ask its writer for a new one.');
  return renderPreview(db, context, id);
}

async function renderPreview(db: Db, context: PreviewContext, id: string): Promise<Project> {
  const now = context.now();
  const row = await getProjectRow(db, id);
  const { project } = row;
  const content = writtenContent(row);
  const publishedAt = project.publishedOn ?? now.toString().slice(0, 10);
  const { title, summary, category, tags, coverAlt, link, repositoryUrl, price, stars, likes, forks } = content;
  const [{ html }, cover, cardPicture, gallery, owner, around, hasFiles] = await Promise.all([
    renderText(content.markdown, {
      dist: context.dist,
      previewFor: previewerOf(context),
      pictures: ids => listPicturesById(db, ids),
    }),
    content.coverImageId ? findPicture(db, content.coverImageId) : null,
    content.socialImageId ? findPicture(db, content.socialImageId) : null,
    Promise.all(content.gallery.map(item => shown(db, item))),
    findOwnerName(db, id),
    getAdjacentAndRelatedProjects(db, { id, category, tags, publishedAt }),
    hasProjectFiles(db, id),
  ]);
  return {
    id,
    title,
    summary,
    category,
    tags,
    coverAlt,
    link,
    repository: repositoryUrl,
    price,
    stars,
    likes,
    forks,
    ...around,
    cover,
    html,
    isForSale: price.minor > 0 && hasFiles,
    gallery: gallery.flatMap(item => item ?? []),
    owner: owner ?? project.owner,
    publishedAt,
    updatedAt: project.editedAt.toISOString(),
    seo: {
      canonicalUrl: content.canonicalUrl,
      title: content.metaTitle,
      description: content.metaDescription,
      socialTitle: content.socialTitle,
      socialDescription: content.socialDescription,
      cardPicture,
    },
  };
}

async function shown(db: Db, { pictureId, alt, caption }: GalleryItem): Promise<GalleryPicture | null> {
  const picture = await findPicture(db, pictureId);
  return picture && { picture, alt, caption };
}
