import type { PostContent } from '#features/blog/contract/editing.ts';
import { toPostContent } from '#features/blog/rules/content.ts';
import type { ProjectContent } from '#features/projects/contract/drafts.ts';
import { fromProjectRow } from '#features/projects/rules/content.ts';
import type {
  SlugRedirect,
  listCommentsForExport,
  listPostsForExport,
  listProjectsForExport,
} from '../queries/export.ts';
import type {
  ImportedComment,
  ImportedContent,
  ImportedProjectContent,
  ImportedThread,
} from '../rules/imported-content.ts';
import { archivePicture, toArchiveImagePath, withArchivePictures } from '../rules/freehold.ts';
import { formatPostFile } from '../rules/freehold-posts.ts';
import { formatProjectFile } from '../rules/freehold-projects.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;
const formerOut = (slugs: readonly SlugRedirect[]) =>
  slugs.map(({ slug, at }) => ({ slug, at: new Date(at).toISOString() }));

type Named = { readonly markdown: string; readonly coverId: string | null; readonly cardPictureId: string | null };

function withFiles<Content extends Named>({ coverId, cardPictureId, ...rest }: Content) {
  return {
    ...rest,
    markdown: withArchivePictures(rest.markdown),
    cover: archivePicture(coverId),
    cardPicture: archivePicture(cardPictureId),
  };
}

const postContentOut = (content: PostContent): ImportedContent => withFiles(content);

type ExportedPost = Awaited<ReturnType<typeof listPostsForExport>>[number];

/** A post as a file of the archive. */
export function toPostFile({ post, author, formerSlugs }: ExportedPost): string {
  return formatPostFile({
    content: postContentOut(toPostContent({ ...post, category: post.category as PostContent['category'] })),
    pending: post.pending && postContentOut(post.pending),
    slug: post.slug,
    slugChosen: post.slugChosen,
    feedSlug: post.feedSlug,
    commentsClosed: !post.commentsOpen,
    status: post.status,
    author: { name: author.name, role: author.role, avatar: archivePicture(author.avatarId) },
    likes: post.likes,
    createdAt: post.createdAt.toISOString(),
    changedAt: post.changedAt.toISOString(),
    publishedAt: iso(post.publishedAt),
    updatedAt: post.updatedAt.toISOString(),
    scheduledFor: iso(post.scheduledFor),
    submittedAt: iso(post.submittedAt),
    formerSlugs: formerOut(formerSlugs),
  });
}

function projectContentOut<Content extends Omit<ProjectContent, 'likes'>>({ gallery, ...content }: Content) {
  return {
    ...withFiles(content),
    gallery: gallery.map(({ pictureId, alt, caption }) => ({ picture: toArchiveImagePath(pictureId), alt, caption })),
  };
}

type ExportedProject = Awaited<ReturnType<typeof listProjectsForExport>>[number] & {
  readonly gallery: ProjectContent['gallery'];
};

/** A project as a file of the archive. */
export function toProjectFile({ project, owner, formerSlugs, gallery }: ExportedProject): string {
  const content: ImportedProjectContent = projectContentOut(fromProjectRow(project, gallery));
  return formatProjectFile({
    content,
    pending: project.pending && projectContentOut(project.pending),
    slug: project.id,
    slugChosen: project.slugChosen,
    commentsClosed: !project.commentsOpen,
    status: project.status,
    owner,
    position: project.position,
    publishedOn: project.publishedOn,
    createdAt: project.createdAt.toISOString(),
    changedAt: project.changedAt.toISOString(),
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
  const { name, designation, avatarId } = comment;
  return name === null ? null : { name, designation, avatar: archivePicture(avatarId), email: null };
}

function commentOut(row: ExportedComment): ImportedComment {
  const { body, state, stateBefore, createdAt, editedAt, approvedAt, removedAt } = row.comment;
  return {
    author: speakerOf(row),
    body,
    state,
    stateBefore,
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
