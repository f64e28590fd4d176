import type { CommentState } from '../contract/schemas.ts';

/** How long a comment can be changed by its author, in minutes (specification). */
export const EDIT_WINDOW_MINUTES = 15;

/** From so many links on, a comment is held. */
export const LINK_REVIEW_THRESHOLD = 2;

/** So many people's reports hold a comment. */
export const REPORT_REVIEW_THRESHOLD = 3;

/** How long what the owner took away can be brought back, in days. */
export const REMOVED_RETENTION_DAYS = 30;

/** What is known of somebody who writes. */
export interface Commenter {
  readonly role: 'member' | 'author' | 'owner';
  /** How many of their comments have been approved, and still stand. */
  readonly approvedCount: number;
  /** How many were marked as spam. */
  readonly spamCount: number;
}

/**
 * Whether a comment appears at once or waits for the owner: somebody's first one waits, until one of theirs was
 * approved, as does one with several links, and any of somebody who wrote spam. Owner and authors are trusted.
 */
export function getInitialState(person: Commenter, links: number): Extract<CommentState, 'held' | 'shown'> {
  if (person.role !== 'member') return 'shown';
  return person.approvedCount === 0 || person.spamCount > 0 || links >= LINK_REVIEW_THRESHOLD ? 'held' : 'shown';
}

/** Until when its author can change a comment. */
export function getEditDeadline(createdAt: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()).add({ minutes: EDIT_WINDOW_MINUTES });
}

/** Whether its author can still change a comment. */
export function isEditable(createdAt: Date, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, getEditDeadline(createdAt)) <= 0;
}

/** What the site says of somebody beside their name. */
export function getDesignation(role: Commenter['role']): string {
  return { owner: 'Owner of this site', author: 'Author', member: '' }[role];
}
