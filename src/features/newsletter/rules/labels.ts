import type { InactiveReason, SubscriberState, Topic } from '../contract/limits.ts';

export const topicLabels: Readonly<Record<Topic, readonly [label: string, about: string]>> = {
  posts: ['New posts', 'New posts as I publish them.'],
  news: ['News', 'Occasional updates on new work, new offers and when I’m available.'],
};

export const subscriberStateLabels: Readonly<Record<SubscriberState, string>> = {
  pending: 'Pending',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  blocked: 'Blocked',
};

/** Follows "Unsubscribed" or "Blocked". */
export const inactiveReasonLabels: Readonly<Record<InactiveReason, string>> = {
  preferences_page: 'on the preferences page',
  one_click: 'by one click in their email app',
  owner: 'by you',
  import: 'by an import',
  bounce: 'an email bounced: the mailbox doesn’t exist',
  complaint: 'an email was reported as spam',
  smtp_rejection: 'the mail server rejected the address',
};

export const sourceLabels = { form: 'signed up on your site', owner: 'added by you', import: 'imported' } as const;
export const confirmationMethodLabels = {
  email_link: 'confirmed by email',
  owner: 'consent noted by you',
  import: 'imported with consent',
} as const;
