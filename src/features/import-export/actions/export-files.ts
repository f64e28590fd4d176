import type { PostContent } from '#features/blog/contract/editing.ts';
import { toPostContent } from '#features/blog/index.ts';
import type { ProjectContent, UnpublishedChanges } from '#features/projects/contract/drafts.ts';
import { fromProjectRow } from '#features/projects/index.ts';
import type { listCommentsForExport, listPostsForExport, listProjectsForExport } from '../queries/export.ts';
import type { ImportedComment, ImportedThread } from '../rules/freehold-comments.ts';
import { archivePicture, toArchiveImagePath, withArchivePictures } from '../rules/freehold.ts';
import {
  formatPostFile,
  formatProjectFile,
  type ImportedContent,
  type ImportedProjectContent,
} from '../rules/freehold-entries.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;
const formerOut = (slugs: ExportedPost['formerSlugs']) =>
  slugs.map(({ slug, at }) => ({ slug, at: new Date(at).toISOString() }));

type Named = { readonly markdown: string; readonly coverImageId: string | null; readonly socialImageId: string | null };

/** Names of fields in archives that the site names otherwise. They must not change. */
const archiveFieldNames: Readonly<Record<string, string>> = {
  socialTitle: 'cardTitle',
  socialDescription: 'cardDescription',
  repositoryUrl: 'repository',
};

/** Gives fields the names and pictures that they have in archives, in the same order. */
function withFiles({ coverImageId, socialImageId, ...rest }: Named) {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [archiveFieldNames[name] ?? name, value])),
    markdown: withArchivePictures(rest.markdown),
    cover: archivePicture(coverImageId),
    cardPicture: archivePicture(socialImageId),
  };
}

const postContentOut = (content: PostContent) => withFiles(content) as ImportedContent;

type ExportedPost = Awaited<ReturnType<typeof listPostsForExport>>[number];

/** A post as a file of the archive. */
export function toPostFile({ post, author, formerSlugs }: ExportedPost): string {
  return formatPostFile({
    content: postContentOut(toPostContent({ ...post, category: post.category as PostContent['category'] })),
    pending: post.unpublishedChanges && postContentOut(post.unpublishedChanges),
    slug: post.slug,
    slugChosen: post.hasCustomSlug,
    feedSlug: post.feedSlug,
    commentsClosed: !post.commentsEnabled,
    status: post.status,
    author: { name: author.name, role: author.role, avatar: archivePicture(author.avatarId) },
    likes: post.likes,
    createdAt: post.createdAt.toISOString(),
    changedAt: post.editedAt.toISOString(),
    publishedAt: iso(post.publishedAt),
    updatedAt: post.updatedAt.toISOString(),
    scheduledFor: iso(post.scheduledFor),
    submittedAt: iso(post.submittedAt),
    formerSlugs: formerOut(formerSlugs),
  });
}

function projectContentOut({ gallery, ...content }: UnpublishedChanges) {
  return {
    ...(withFiles(content) as Omit<ImportedProjectContent, 'likes'> & Pick<UnpublishedChanges, 'likes'>),
    gallery: gallery.map(({ pictureId, alt, caption }) => ({ picture: toArchiveImagePath(pictureId), alt, caption })),
  };
}

type ExportedProject = Awaited<ReturnType<typeof listProjectsForExport>>[number] & {
  readonly gallery: ProjectContent['gallery'];
};

/** A project as a file of the archive. */
export function toProjectFile({ project, owner, formerSlugs, gallery }: ExportedProject): string {
  return formatProjectFile({
    content: { ...projectContentOut(fromProjectRow(project, gallery)), likes: project.likes },
    pending: project.unpublishedChanges && projectContentOut(project.unpublishedChanges),
    slug: project.id,
    slugChosen: project.hasCustomSlug,
    commentsClosed: !project.commentsEnabled,
    status: project.status,
    owner,
    position: project.position,
    publishedOn: project.publishedOn,
    createdAt: project.createdAt.toISOString(),
    changedAt: project.editedAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
    scheduledFor: iso(project.scheduledFor),
    submittedAt: iso(project.submittedAt),
    formerSlugs: formerOut(formerSlugs),
  });
}

/** A comment with the account of its author, if they have one. */
export type ExportedComment = Awaited<ReturnType<typeof listCommentsForExport>>[number];

/** Returns a commenter's name and what identifies them: their account, or the details they entered. */
function speakerOf({ comment, account }: ExportedComment): ImportedComment['author'] {
  if (account) return { name: account.name, designation: '', avatar: null, email: account.email };
  const { authorName, designation, avatarId } = comment;
  return authorName === null ? null : { name: authorName, designation, avatar: archivePicture(avatarId), email: null };
}

function commentOut(row: ExportedComment): ImportedComment {
  const { body, state, previousState, createdAt, editedAt, approvedAt, removedAt } = row.comment;
  return {
    author: speakerOf(row),
    body,
    state,
    stateBefore: previousState,
    createdAt: createdAt.toISOString(),
    editedAt: iso(editedAt),
    approvedAt: iso(approvedAt),
    removedAt: iso(removedAt),
  };
}

/** Groups comments into threads, oldest first as given. */
export function toThreads(rows: readonly ExportedComment[]): ImportedThread[] {
  const answers = Map.groupBy(rows, ({ comment }) => comment.parentId);
  return (answers.get(null) ?? []).map(row => ({
    ...commentOut(row),
    replies: (answers.get(row.comment.id) ?? []).map(commentOut),
  }));
}
