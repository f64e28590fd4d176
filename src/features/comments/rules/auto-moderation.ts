import type { CommentState } from '../contract/schemas.ts';

/** Minutes in which authors can edit a comment (specification). */
export const EDIT_WINDOW_MINUTES = 15;

/** Comments with this many links are held. */
export const LINK_REVIEW_THRESHOLD = 2;

/** Comments reported by this many people are held. */
export const REPORT_REVIEW_THRESHOLD = 3;

/** Days in which the owner can restore a removed comment. */
export const REMOVED_RETENTION_DAYS = 30;

export interface Commenter {
  readonly role: 'member' | 'author' | 'owner';
  /** Approved comments that are still public. */
  readonly approvedCount: number;
  readonly spamCount: number;
}

/**
 * Returns the state of a new comment. Holds a user's comments until one is approved, comments with several links, and
 * all comments of users who posted spam. Owner and authors are trusted.
 */
export function getInitialState(person: Commenter, links: number): Extract<CommentState, 'pending' | 'published'> {
  if (person.role !== 'member') return 'published';
  return person.approvedCount === 0 || person.spamCount > 0 || links >= LINK_REVIEW_THRESHOLD ? 'pending' : 'published';
}

/** Returns the end of the author's edit window. */
export function getEditDeadline(createdAt: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()).add({ minutes: EDIT_WINDOW_MINUTES });
}

/** Returns whether the author can still edit the comment. */
export function isEditable(createdAt: Date, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, getEditDeadline(createdAt)) <= 0;
}

/** Returns the label next to the name. */
export function getDesignation(role: Commenter['role']): string {
  return { owner: 'Site owner', author: 'Author', member: '' }[role];
}
