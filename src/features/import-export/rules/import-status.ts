import type { ImportOptions } from '../contract/index.ts';
import type { PostTiming, ProjectTiming } from './outlines.ts';

export type ImportStatusOption = Pick<ImportOptions, 'status'>;

export type PostStatusFields = Pick<PostTiming, 'status' | 'publishedAt' | 'scheduledFor' | 'submittedAt'>;

/** Returns a post's status and dates: a future date schedules it, and a post that can't be public becomes a draft. */
export function toPostStatusFields(post: PostTiming, { status }: ImportStatusOption, now: string): PostStatusFields {
  // A draft keeps its old date, which is used when it is published unless another one is entered.
  const pastDate = post.publishedAt !== null && post.publishedAt <= now ? post.publishedAt : null;
  const draft = { status: 'draft', publishedAt: pastDate, scheduledFor: null, submittedAt: null } as const;
  if (status === 'draft' || !post.isComplete) return draft;
  if (post.status !== 'published') return unpublished(post, draft, now);
  if (post.publishedAt === null) return draft;
  if (post.hiddenFrom && post.hiddenFrom <= now) return draft;
  if (post.hiddenUntil && post.hiddenUntil > now) {
    return { ...draft, publishedAt: null, status: 'scheduled', scheduledFor: post.hiddenUntil };
  }
  if (pastDate === null) return { ...draft, status: 'scheduled', scheduledFor: post.publishedAt };
  return { ...draft, status: 'published', submittedAt: post.hasPending ? post.submittedAt : null };
}

/** Returns the status and dates of a post or project that isn't published; `draft` if it can't have its status. */
function unpublished<Draft extends { readonly status: 'draft' }>(
  { status, scheduledFor, submittedAt, isComplete }: PostTiming | ProjectTiming,
  draft: Draft,
  now: string,
) {
  if (status === 'scheduled') return scheduledFor && isComplete ? { ...draft, status, scheduledFor } : draft;
  if (status === 'in_review') return { ...draft, status, submittedAt: submittedAt ?? now };
  return { ...draft, status };
}

export type ProjectStatusFields = Pick<ProjectTiming, 'status' | 'scheduledFor' | 'submittedAt'>;

/** Returns a project's status and dates; it keeps its publication day. */
export function toProjectStatusFields(
  project: ProjectTiming,
  { status }: ImportStatusOption,
  now: string,
): ProjectStatusFields {
  const draft = { status: 'draft', scheduledFor: null, submittedAt: null } as const;
  if (status === 'draft') return draft;
  if (project.status !== 'published') return unpublished(project, draft, now);
  if (project.publishedOn === null || !project.isComplete) return draft;
  return { ...draft, status: 'published', submittedAt: project.hasPending ? project.submittedAt : null };
}
