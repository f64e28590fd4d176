import type { Question } from '#ui/ConfirmDialog.tsx';
import type { Move } from '../contract/status.ts';
import { movesFor, type Standing, type Writer } from './transitions.ts';
import { moveLabels } from './labels.ts';

/** What a list offers to do with texts: moves that need nothing more to be said, and deleting. */
export const changes = [
  'publish',
  'submit',
  'withdraw',
  'unschedule',
  'archive',
  'unarchive',
  'discard-changes',
  'delete',
  'restore',
] as const;
export type Change = (typeof changes)[number];

/** Whether a text names a change. */
export function changeOf(text: string | null | undefined): Change | undefined {
  return changes.find(change => change === text);
}

/** What each is called. */
export const changeLabels: Readonly<Record<Change, string>> = {
  ...moveLabels,
  delete: 'Delete',
  restore: 'Have it back',
};

const isMove = (change: Change): change is Change & Move => change !== 'delete' && change !== 'restore';

/** What somebody can do with a text in a list. */
export function changesFor(standing: Standing, writer: Writer): Change[] {
  if (standing.deleted) return ['restore'];
  const possible = movesFor(standing, writer);
  return [...changes.filter(change => isMove(change) && possible.includes(change)), 'delete'];
}

const participles: Readonly<Record<Change, string>> = {
  publish: 'published',
  submit: 'submitted for review',
  withdraw: 'taken back from review',
  unschedule: 'no longer scheduled',
  archive: 'archived',
  unarchive: 'drafts again',
  'discard-changes': 'back to what readers see',
  delete: 'deleted',
  restore: 'back',
};

/** What is said when it was done to so many, with `noun` as in "post". */
export function doneSentence(change: Change, count: number, noun: string): string {
  if (count === 1) return `1 ${noun} is ${participles[change].replace('drafts', 'a draft')}.`;
  return `${count} ${noun}s are ${participles[change]}.`;
}

/** The change that takes another one back, where there is one. */
export function undoOf(change: Change): Change | undefined {
  const undos: Partial<Record<Change, Change>> = { delete: 'restore', submit: 'withdraw', withdraw: 'submit' };
  return undos[change];
}

/** What is asked before a change; nothing where it can be taken back, or harms nobody. */
export function questionFor(change: Change, titles: readonly string[], noun: string): Question | undefined {
  const [first = ''] = titles;
  const what = titles.length === 1 ? `“${first || 'Untitled'}”` : `${titles.length} ${noun}s`;
  if (change === 'discard-changes') {
    return { title: `Discard the changes of ${what}?`, text: 'Its revisions keep them.', yes: 'Discard' };
  }
  if (change === 'publish' && titles.length > 1) {
    return { title: `Publish ${what}?`, text: 'Readers and feeds get them at once.', yes: 'Publish' };
  }
  return undefined;
}
