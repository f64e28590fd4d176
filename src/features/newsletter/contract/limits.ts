// Separate from the schemas, so pages can import them without the validator.

/** A subscriber chooses one or more of these. */
export const topics = ['posts', 'news'] as const;
export type Topic = (typeof topics)[number];

/** Unconfirmed, receiving newsletters, opted out, and undeliverable or blocked. */
export const subscriberStates = ['pending', 'subscribed', 'unsubscribed', 'blocked'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** How an address was added, how consent was given, and how the subscription ended. */
export const subscriberSources = ['form', 'owner', 'import'] as const;
export const confirmationMethods = ['email_link', 'owner', 'import'] as const;
export const inactiveReasons = [
  'preferences_page',
  'one_click',
  'owner',
  'import',
  'bounce',
  'complaint',
  'smtp_rejection',
] as const;
export type InactiveReason = (typeof inactiveReasons)[number];

export const issueStates = ['draft', 'scheduled', 'sending', 'paused', 'sent'] as const;
export type IssueState = (typeof issueStates)[number];

/** Delivery states of a recipient's email. */
export const recipientStates = ['pending', 'queued', 'sent', 'failed', 'skipped'] as const;

export const MAX_SUBJECT_LENGTH = 150;
export const MAX_PREVIEW_TEXT_LENGTH = 200;
/** In characters. */
export const MAX_IMPORT_LENGTH = 900_000;
export const DEFAULT_EMAILS_PER_MINUTE = 120;
export const MAX_EMAILS_PER_MINUTE = 6000;

/** The first is the default. */
export const subscriberSorts = ['newest', 'oldest', 'email_asc', 'email_desc'] as const;
