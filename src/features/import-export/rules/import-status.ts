import type { ImportOptions } from '../contract/index.ts';
import type { PostTiming, ProjectTiming } from './outlines.ts';

export type ImportStatusOption = Pick<ImportOptions, 'standing'>;

/** The status that a post gets, and its dates. */
export type PostStanding = Pick<PostTiming, 'status' | 'publishedAt' | 'scheduledFor' | 'submittedAt'>;

/** Returns a post's status and dates: a date in the future schedules it, and a post that cannot be public is a draft. */
export function toPostStatusFields(post: PostTiming, { standing }: ImportStatusOption, now: string): PostStanding {
  // A draft keeps its old date, under which it will be published unless another one is asked for.
  const past = post.publishedAt !== null && post.publishedAt <= now ? post.publishedAt : null;
  const draft = { status: 'draft', publishedAt: past, scheduledFor: null, submittedAt: null } as const;
  if (standing === 'draft' || !post.isComplete) return draft;
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

/** The status that a project gets, and its dates. */
export type ProjectStanding = Pick<ProjectTiming, 'status' | 'scheduledFor' | 'submittedAt'>;

/** The same of a project, which keeps the day that it was published on. */
export function toProjectStatusFields(
  project: ProjectTiming,
  { standing }: ImportStatusOption,
  now: string,
): ProjectStanding {
  const draft = { status: 'draft', scheduledFor: null, submittedAt: null } as const;
  if (standing === 'draft') return draft;
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
