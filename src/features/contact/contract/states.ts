/** Messages caught by the spam check start as `spam`. */
export const messageStates = ['new', 'replied', 'archived', 'spam'] as const;
export type MessageState = (typeof messageStates)[number];

/** Result of the spam check: a proof of work, none (without JavaScript), or the sign of a bot. */
export const spamChecks = ['proof_of_work', 'unverified', 'honeypot', 'too_fast'] as const;
export type SpamCheck = (typeof spamChecks)[number];

/**
 * Why a message is spam. `marked_by_owner` blocks its sender; `unblocked_sender`: the owner marked it, but has since
 * restored another message of its sender.
 */
export const spamReasons = ['spam_check', 'marked_by_owner', 'blocked_sender', 'unblocked_sender'] as const;
export type SpamReason = (typeof spamReasons)[number];

/** Actions of the owner, other than replying and deleting. */
export const messageTransitions = ['mark_replied', 'archive', 'mark_spam', 'restore'] as const;
export type MessageTransition = (typeof messageTransitions)[number];

/** Filters of the inbox; the default excludes archived messages and spam. */
export const inboxFilters = ['unread', ...messageStates, 'all'] as const;

/** The first is the default. */
export const inboxSorts = ['newest', 'oldest', 'name_asc', 'name_desc'] as const;
