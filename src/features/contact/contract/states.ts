/** Where a message stands; what was caught by the traps is spam from the start. */
export const messageStates = ['new', 'answered', 'archived', 'spam'] as const;
export type MessageState = (typeof messageStates)[number];

/** What spoke for a person: a proof of work, or nothing (without script); or what spoke against one. */
export const spamChecks = ['proof', 'none', 'honeypot', 'haste'] as const;
export type SpamCheck = (typeof spamChecks)[number];

/**
 * Why a message is spam: a trap caught it; the owner marked it, which bars its sender; its sender was barred; or the owner
 * marked it, and has taken another one of its sender back since.
 */
export const spamReasons = ['trap', 'marked', 'barred', 'freed'] as const;
export type SpamReason = (typeof spamReasons)[number];

/** What the owner can do with a message, besides answering and deleting it. */
export const messageTransitions = ['answered', 'archive', 'spam', 'back'] as const;
export type MessageTransition = (typeof messageTransitions)[number];

/** What the inbox can be narrowed to; without any, what is neither archived nor spam. */
export const inboxFilters = ['unread', ...messageStates, 'all'] as const;

/** The orders of the inbox; the first is the default. */
export const inboxSorts = ['newest', 'oldest', 'name', 'name-down'] as const;
