import type { ImportOptions } from '../contract/index.ts';
import type { PostTiming, ProjectTiming } from './outlines.ts';

export type ImportStatusOption = Pick<ImportOptions, 'status'>;

/** A post's status and dates. */
export type PostStanding = Pick<PostTiming, 'status' | 'publishedAt' | 'scheduledFor' | 'submittedAt'>;

/** Returns a post's status and dates: a future date schedules it, and a post that can't be public becomes a draft. */
export function toPostStatusFields(post: PostTiming, { status }: ImportStatusOption, now: string): PostStanding {
  // A draft keeps its old date, which is used when it is published unless another one is entered.
  const past = post.publishedAt !== null && post.publishedAt <= now ? post.publishedAt : null;
  const draft = { status: 'draft', publishedAt: past, scheduledFor: null, submittedAt: null } as const;
  if (status === 'draft' || !post.isComplete) return draft;
  switch (post.status) {
    case 'published':
      if (post.publishedAt === null) return draft;
      if (post.hiddenFrom && post.hiddenFrom <= now) return draft;
      if (post.hiddenUntil && post.hiddenUntil > now) {
        return { ...draft, publishedAt: null, status: 'scheduled', scheduledFor: post.hiddenUntil };
      }
      if (past === null) return { ...draft, status: 'scheduled', scheduledFor: post.publishedAt };
      return { ...draft, status: 'published', submittedAt: post.hasPending ? post.submittedAt : null };
    case 'scheduled':
      return post.scheduledFor ? { ...draft, status: 'scheduled', scheduledFor: post.scheduledFor } : draft;
    case 'in_review':
      return { ...draft, status: 'in_review', submittedAt: post.submittedAt ?? now };
    default:
      return { ...draft, status: post.status };
  }
}

/** A project's status and dates. */
export type ProjectStanding = Pick<ProjectTiming, 'status' | 'scheduledFor' | 'submittedAt'>;

/** Returns a project's status and dates; it keeps its publication day. */
export function toProjectStatusFields(
  project: ProjectTiming,
  { status }: ImportStatusOption,
  now: string,
): ProjectStanding {
  const draft = { status: 'draft', scheduledFor: null, submittedAt: null } as const;
  if (status === 'draft') return draft;
  switch (project.status) {
    case 'published':
      if (project.publishedOn === null || !project.isComplete) return draft;
      return { ...draft, status: 'published', submittedAt: project.hasPending ? project.submittedAt : null };
    case 'scheduled':
      return project.scheduledFor && project.isComplete
        ? { ...draft, status: 'scheduled', scheduledFor: project.scheduledFor }
        : draft;
    case 'in_review':
      return { ...draft, status: 'in_review', submittedAt: project.submittedAt ?? now };
    default:
      return { ...draft, status: project.status };
  }
}
