import type { PublishingTransition } from '../contract/status.ts';
import type { PublishingState } from './transitions.ts';

export const transitionLabels: Readonly<Record<PublishingTransition, string>> = {
  submit: 'Submit for review',
  withdraw: 'Withdraw from review',
  request_changes: 'Request changes',
  publish: 'Publish',
  schedule: 'Schedule',
  unschedule: 'Unschedule',
  archive: 'Archive',
  unarchive: 'Move to drafts',
  discard_changes: 'Discard changes',
};

const participles: Readonly<Record<PublishingTransition | 'delete' | 'restore', string>> = {
  submit: 'submitted for review',
  withdraw: 'withdrawn from review',
  request_changes: 'sent back to the author',
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  archive: 'archived',
  unarchive: 'moved to drafts',
  discard_changes: 'reset to the published version',
  delete: 'deleted',
  restore: 'restored',
};

/** Returns a success message, such as "Post published"; `noun` as in "post". */
export function formatActionResult(action: keyof typeof participles, count: number, noun: string): string {
  const subject = count === 1 ? noun.charAt(0).toUpperCase() + noun.slice(1) : `${count} ${noun}s`;
  return `${subject} ${participles[action]}`;
}

/** Returns the label of a transition for the current status; publishing a published text publishes its changes. */
export function getTransitionLabel(action: PublishingTransition, { status }: Pick<PublishingState, 'status'>): string {
  return action === 'publish' && status === 'published' ? 'Publish changes' : transitionLabels[action];
}
