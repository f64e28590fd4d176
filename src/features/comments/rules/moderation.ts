import type { CommentState, ModerationAction } from '../contract/schemas.ts';

/** Result of an action, and the states that allow it. */
interface Transition {
  readonly from: readonly CommentState[];
  /** The next state; `before` is the state before removal, `same` changes nothing. */
  readonly to: CommentState | 'before' | 'same';
}

/** Transitions of the owner's actions, shared by the page that offers and the action that validates them. */
const transitions: Readonly<Record<ModerationAction, Transition>> = {
  approve: { from: ['pending', 'spam'], to: 'published' },
  unpublish: { from: ['published'], to: 'pending' },
  remove: { from: ['pending', 'published'], to: 'removed' },
  mark_spam: { from: ['pending', 'published', 'removed'], to: 'spam' },
  restore: { from: ['removed', 'spam'], to: 'before' },
  dismiss_reports: { from: ['pending', 'published'], to: 'same' },
};

export const moderationActionLabels: Readonly<Record<ModerationAction, string>> = {
  approve: 'Approve',
  unpublish: 'Unpublish',
  remove: 'Remove',
  mark_spam: 'Mark as spam',
  restore: 'Restore',
  dismiss_reports: 'Dismiss reports',
};

export const allModerationActions = Object.keys(transitions) as ModerationAction[];

/** Parses the action of a form. */
export function parseModerationAction(text: string | null | undefined): ModerationAction | undefined {
  return allModerationActions.find(action => action === text);
}

/** Properties of a comment that decide its transitions. */
interface Status {
  readonly state: CommentState;
  readonly previousState?: 'pending' | 'published' | null;
  /** Unreviewed reports. */
  readonly reports: number;
}

/** Lists the actions that a comment's state allows. */
export function listModerationActions({ state, reports }: Pick<Status, 'state' | 'reports'>): ModerationAction[] {
  return allModerationActions.filter(
    action => transitions[action].from.includes(state) && (action !== 'dismiss_reports' || reports > 0),
  );
}

/** Returns the next state; undefined if the action is not allowed. */
export function findNextState(action: ModerationAction, comment: Status): CommentState | undefined {
  if (!listModerationActions(comment).includes(action)) return undefined;
  const { to } = transitions[action];
  if (to === 'same') return comment.state;
  return to === 'before' ? (comment.previousState ?? 'pending') : to;
}

/** Returns whether the action resolves open reports. */
export function isReportResolving(action: ModerationAction): boolean {
  return action !== 'unpublish' && action !== 'restore';
}

const participles: Readonly<Record<ModerationAction, string>> = {
  approve: 'published',
  unpublish: 'unpublished',
  remove: 'removed',
  mark_spam: 'marked as spam',
  restore: 'restored',
  dismiss_reports: 'kept, reports dismissed',
};

/** Formats the result of an action, such as "Comment published". */
export function formatModerationResult(action: ModerationAction, count: number): string {
  return `${count === 1 ? 'Comment' : `${count} comments`} ${participles[action]}`;
}

/** Returns the action that undoes this one, if any. */
export function findUndoAction(action: ModerationAction): ModerationAction | undefined {
  const undoActions: Partial<Record<ModerationAction, ModerationAction>> = {
    approve: 'unpublish',
    unpublish: 'approve',
    remove: 'restore',
    mark_spam: 'restore',
  };
  return undoActions[action];
}
