import type { InactiveReason, SubscriberState, Topic } from '../contract/limits.ts';

export const topicLabels: Readonly<Record<Topic, readonly [label: string, about: string]>> = {
  posts: ['New posts', 'What I write, as it appears.'],
  news: ['News', 'Now and then: what I made, what I offer, and when I have time.'],
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
  one_click: 'by one click in the mail program',
  owner: 'by you',
  import: 'by a list that was read in',
  bounce: 'the mail came back: there is no such mailbox',
  complaint: 'the mail was reported as unwanted',
  smtp_rejection: 'the mail server refused the address',
};

export const sourceLabels = { form: 'by the form on the site', owner: 'added by you', import: 'by a list' } as const;
export const confirmationMethodLabels = {
  email_link: 'by the link in the mail',
  owner: 'consent that you noted',
  import: 'consent of a list',
} as const;
