/** Where a text stands on its way to the readers. */
export const statuses = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;
export type Status = (typeof statuses)[number];

/** What can be done with a text besides writing it; who may do what when is in `rules.ts`. */
export const transitions = [
  'submit',
  'withdraw',
  'send-back',
  'publish',
  'schedule',
  'unschedule',
  'archive',
  'unarchive',
  'discard-changes',
] as const;
export type PublishingTransition = (typeof transitions)[number];

/** How long a deleted text can be had back, in days. */
export const DELETED_RETENTION_DAYS = 30;

/** Why what a text said was kept. */
export const revisionReasons = ['saved', 'submitted', 'published', 'restored', 'imported'] as const;
