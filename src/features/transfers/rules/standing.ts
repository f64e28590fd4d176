import { missingToPublish } from '#features/projects/rules/content.ts';
import type { ImportChoices } from '../contract.ts';
import type { ForeignPost, ForeignProject } from './entries.ts';

export type StandingChoice = Pick<ImportChoices, 'standing'>;

/** Where a post will stand, and when: what lies ahead is scheduled, and what cannot be public is a draft. */
export function postStandingOf(
  post: ForeignPost,
  { standing }: StandingChoice,
  now: string,
): Pick<ForeignPost, 'status' | 'publishedAt' | 'scheduledFor' | 'submittedAt'> {
  // A draft keeps its old date, under which it will be published unless another one is asked for.
  const past = post.publishedAt !== null && post.publishedAt <= now ? post.publishedAt : null;
  const draft = { status: 'draft', publishedAt: past, scheduledFor: null, submittedAt: null } as const;
  if (standing === 'draft' || post.content.title === '' || post.content.markdown.trim() === '') return draft;
  switch (post.status) {
    case 'published':
      if (post.publishedAt === null) return draft;
      if (post.hiddenFrom && post.hiddenFrom <= now) return draft;
      if (post.hiddenUntil && post.hiddenUntil > now) {
        return { ...draft, publishedAt: null, status: 'scheduled', scheduledFor: post.hiddenUntil };
      }
      if (past === null) return { ...draft, status: 'scheduled', scheduledFor: post.publishedAt };
      return { ...draft, status: 'published', submittedAt: post.pending ? post.submittedAt : null };
    case 'scheduled':
      return post.scheduledFor ? { ...draft, status: 'scheduled', scheduledFor: post.scheduledFor } : draft;
    case 'in_review':
      return { ...draft, status: 'in_review', submittedAt: post.submittedAt ?? now };
    default:
      return { ...draft, status: post.status };
  }
}

/** The same of a project, which keeps the day that it was published on. */
export function projectStandingOf(
  project: ForeignProject,
  { standing }: StandingChoice,
  now: string,
): Pick<ForeignProject, 'status' | 'scheduledFor' | 'submittedAt'> {
  const draft = { status: 'draft', scheduledFor: null, submittedAt: null } as const;
  const lacks = Object.keys(missingToPublish(project.content)).length > 0;
  if (standing === 'draft') return draft;
  switch (project.status) {
    case 'published':
      if (project.publishedOn === null || lacks) return draft;
      return { ...draft, status: 'published', submittedAt: project.pending ? project.submittedAt : null };
    case 'scheduled':
      return project.scheduledFor && !lacks
        ? { ...draft, status: 'scheduled', scheduledFor: project.scheduledFor }
        : draft;
    case 'in_review':
      return { ...draft, status: 'in_review', submittedAt: project.submittedAt ?? now };
    default:
      return { ...draft, status: project.status };
  }
}
