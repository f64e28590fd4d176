// Constants apart from the shapes, so that pages know them without a validator.

/** What newsletters are about; one is subscribed to each of them, or to some. */
export const topics = ['posts', 'news'] as const;
export type Topic = (typeof topics)[number];

/** Asked for, and not confirmed; gets newsletters; wants none any more; cannot or must not get any. */
export const subscriberStates = ['pending', 'subscribed', 'unsubscribed', 'blocked'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** How an address came here, how its consent was given, and how it ended. */
export const subscriberSources = ['form', 'owner', 'import'] as const;
export const confirmationMethods = ['link', 'owner', 'import'] as const;
export const inactiveReasons = ['page', 'one-click', 'owner', 'import', 'bounce', 'complaint', 'refusal'] as const;
export type InactiveReason = (typeof inactiveReasons)[number];

export const issueStates = ['draft', 'scheduled', 'sending', 'paused', 'sent'] as const;
export type IssueState = (typeof issueStates)[number];

/** What an issue has been handed to the outbox, and what became of it there. */
export const recipientStates = ['waiting', 'written', 'sent', 'failed', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];

export const MAX_SUBJECT_LENGTH = 150;
export const MAX_PREVIEW_TEXT_LENGTH = 200;
/** A list that is read in has at most so many characters. */
export const MAX_IMPORT_LENGTH = 900_000;
export const DEFAULT_EMAILS_PER_MINUTE = 120;
export const MAX_EMAILS_PER_MINUTE = 6000;

/** The orders of the list of subscribers; the first is the default. */
export const subscriberSorts = ['newest', 'oldest', 'email', 'email-down'] as const;
