import type { PublishingTransition, Status } from '../contract/status.ts';
import type { PublishingState } from './transitions.ts';

export const statusLabels: Readonly<Record<Status, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
};

export const transitionLabels: Readonly<Record<PublishingTransition, string>> = {
  submit: 'Submit for review',
  withdraw: 'Take back from review',
  request_changes: 'Send back',
  publish: 'Publish',
  schedule: 'Schedule',
  unschedule: 'Do not publish by itself',
  archive: 'Archive',
  unarchive: 'Make it a draft',
  discard_changes: 'Discard changes',
};

/** Success messages. */
export const transitionMessages: Readonly<Record<PublishingTransition, string>> = {
  submit: 'Submitted. The owner has been told.',
  withdraw: 'Taken back. It is a draft again.',
  request_changes: 'Sent back to its writer.',
  publish: 'Published. Readers see it now.',
  schedule: 'Scheduled.',
  unschedule: 'It is a draft again.',
  archive: 'Archived. Readers do not see it any more.',
  unarchive: 'It is a draft again.',
  discard_changes: 'The changes are gone.',
};

/** Returns the label of a transition for the current status; publishing a published text publishes its changes. */
export function getTransitionLabel(action: PublishingTransition, { status }: Pick<PublishingState, 'status'>): string {
  return action === 'publish' && status === 'published' ? 'Publish changes' : transitionLabels[action];
}
