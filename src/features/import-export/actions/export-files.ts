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
const toFormerSlugs = (slugs: ExportedPost['formerSlugs']) =>
  slugs.map(({ slug, at }) => ({ slug, at: new Date(at).toISOString() }));

type ContentFields = Pick<PostContent, 'markdown' | 'coverImageId' | 'socialImageId'>;

/** Names of fields in archives that the site names otherwise. They must not change. */
const archiveFieldNames: Readonly<Record<string, string>> = {
  socialTitle: 'cardTitle',
  socialDescription: 'cardDescription',
  repositoryUrl: 'repository',
};

/** Gives fields the names and pictures that they have in archives, in the same order. */
function toArchiveFields({ coverImageId, socialImageId, ...rest }: ContentFields) {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [archiveFieldNames[name] ?? name, value])),
    markdown: withArchivePictures(rest.markdown),
    cover: archivePicture(coverImageId),
    cardPicture: archivePicture(socialImageId),
  };
}

const toPostFields = (content: PostContent) => toArchiveFields(content) as ImportedContent;

type ExportedPost = Awaited<ReturnType<typeof listPostsForExport>>[number];

/** Returns a post as a file of the archive. */
export function toPostFile({ post, author, formerSlugs }: ExportedPost): string {
  return formatPostFile({
    content: toPostFields(toPostContent({ ...post, category: post.category as PostContent['category'] })),
    pending: post.unpublishedChanges && toPostFields(post.unpublishedChanges),
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
    formerSlugs: toFormerSlugs(formerSlugs),
  });
}

function toProjectFields({ gallery, ...content }: UnpublishedChanges) {
  return {
    ...(toArchiveFields(content) as Omit<ImportedProjectContent, 'likes'> & Pick<UnpublishedChanges, 'likes'>),
    gallery: gallery.map(({ pictureId, alt, caption }) => ({ picture: toArchiveImagePath(pictureId), alt, caption })),
  };
}

type ExportedProject = Awaited<ReturnType<typeof listProjectsForExport>>[number] & {
  readonly gallery: ProjectContent['gallery'];
};

/** Returns a project as a file of the archive. */
export function toProjectFile({ project, owner, formerSlugs, gallery }: ExportedProject): string {
  return formatProjectFile({
    content: { ...toProjectFields(fromProjectRow(project, gallery)), likes: project.likes },
    pending: project.unpublishedChanges && toProjectFields(project.unpublishedChanges),
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
    formerSlugs: toFormerSlugs(formerSlugs),
  });
}

/** A comment with the account of its author, if they have one. */
export type ExportedComment = Awaited<ReturnType<typeof listCommentsForExport>>[number];

/** Returns a commenter's name and identity: their account, or the details they entered. */
function toCommentAuthor({ comment, account }: ExportedComment): ImportedComment['author'] {
  if (account) return { name: account.name, designation: '', avatar: null, email: account.email };
  const { authorName, designation, avatarId } = comment;
  return authorName === null ? null : { name: authorName, designation, avatar: archivePicture(avatarId), email: null };
}

function toCommentEntry(row: ExportedComment): ImportedComment {
  const { body, state, previousState, createdAt, editedAt, approvedAt, removedAt } = row.comment;
  return {
    author: toCommentAuthor(row),
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
  const repliesById = Map.groupBy(rows, ({ comment }) => comment.parentId);
  return (repliesById.get(null) ?? []).map(row => ({
    ...toCommentEntry(row),
    replies: (repliesById.get(row.comment.id) ?? []).map(toCommentEntry),
  }));
}
