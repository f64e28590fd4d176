export const statuses = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;
export type Status = (typeof statuses)[number];

export const statusLabels: Readonly<Record<Status, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
};

/** Possible transitions; `rules/transitions.ts` says who may make them and when. */
export const transitions = [
  'submit',
  'withdraw',
  'request_changes',
  'publish',
  'schedule',
  'unschedule',
  'archive',
  'unarchive',
  'discard_changes',
] as const;
export type PublishingTransition = (typeof transitions)[number];

/** Days in which a deleted text can be restored. */
export const DELETED_RETENTION_DAYS = 30;

/** Why a revision was stored. */
export const revisionReasons = ['saved', 'submitted', 'published', 'restored', 'imported'] as const;
