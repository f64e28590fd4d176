import type { ConfirmOptions } from '#ui/ConfirmDialog.tsx';
import type { PublishingTransition } from '../contract/status.ts';
import { listAllowedTransitions, type PublishingState, type EntryActor } from './transitions.ts';
import { transitionLabels } from './labels.ts';

/** Bulk actions: transitions that need no further input, plus delete and restore. */
export const bulkActions = [
  'publish',
  'submit',
  'withdraw',
  'unschedule',
  'archive',
  'unarchive',
  'discard_changes',
  'delete',
  'restore',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Returns the bulk action with this name; undefined if there is none. */
export function parseBulkAction(text: string | null | undefined): BulkAction | undefined {
  return bulkActions.find(change => change === text);
}

export const bulkActionLabels: Readonly<Record<BulkAction, string>> = {
  ...transitionLabels,
  delete: 'Delete',
  restore: 'Have it back',
};

const isTransition = (change: BulkAction): change is BulkAction & PublishingTransition =>
  change !== 'delete' && change !== 'restore';

/** Returns the bulk actions that the user may run on a text. */
export function listBulkActions(state: PublishingState, writer: EntryActor): BulkAction[] {
  if (state.deleted) return ['restore'];
  const possible = listAllowedTransitions(state, writer);
  return [...bulkActions.filter(change => isTransition(change) && possible.includes(change)), 'delete'];
}

const participles: Readonly<Record<BulkAction, string>> = {
  publish: 'published',
  submit: 'submitted for review',
  withdraw: 'taken back from review',
  unschedule: 'no longer scheduled',
  archive: 'archived',
  unarchive: 'drafts again',
  discard_changes: 'back to what readers see',
  delete: 'deleted',
  restore: 'back',
};

/** Returns the success message; `noun` as in "post". */
export function formatBulkResult(change: BulkAction, count: number, noun: string): string {
  if (count === 1) return `1 ${noun} is ${participles[change].replace('drafts', 'a draft')}.`;
  return `${count} ${noun}s are ${participles[change]}.`;
}

/** Returns the action that undoes another; undefined if it can't be undone. */
export function findUndoAction(change: BulkAction): BulkAction | undefined {
  const undos: Partial<Record<BulkAction, BulkAction>> = { delete: 'restore', submit: 'withdraw', withdraw: 'submit' };
  return undos[change];
}

/** Returns the confirmation to ask for; undefined if the action is harmless or can be undone. */
export function getConfirmation(
  change: BulkAction,
  titles: readonly string[],
  noun: string,
): ConfirmOptions | undefined {
  const [first = ''] = titles;
  const target = titles.length === 1 ? `“${first || 'Untitled'}”` : `${titles.length} ${noun}s`;
  if (change === 'discard_changes') {
    return {
      title: `Discard the changes of ${target}?`,
      description: 'Its revisions keep them.',
      confirmLabel: 'Discard',
    };
  }
  if (change === 'publish' && titles.length > 1) {
    return { title: `Publish ${target}?`, description: 'Readers and feeds get them at once.', confirmLabel: 'Publish' };
  }
  return undefined;
}
