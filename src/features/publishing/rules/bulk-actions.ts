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
  restore: 'Restore',
};

const isTransition = (change: BulkAction): change is BulkAction & PublishingTransition =>
  change !== 'delete' && change !== 'restore';

/** Returns the bulk actions that the user may run on a text. */
export function listBulkActions(state: PublishingState, writer: EntryActor): BulkAction[] {
  if (state.deleted) return ['restore'];
  const possible = listAllowedTransitions(state, writer);
  return [...bulkActions.filter(change => isTransition(change) && possible.includes(change)), 'delete'];
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
      title: `Discard the unpublished changes to ${target}?`,
      description: 'You can restore them from the version history.',
      confirmLabel: 'Discard changes',
    };
  }
  if (change === 'publish' && titles.length > 1) {
    const description = 'They appear on your site and in its feeds right away.';
    return { title: `Publish ${target}?`, description, confirmLabel: `Publish ${noun}s`, isHarmless: true };
  }
  return undefined;
}
