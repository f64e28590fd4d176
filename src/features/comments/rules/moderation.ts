import type { CommentState, ModerationAction } from '../contract/schemas.ts';

/** What a decision makes of a comment, and of which ones it can be made. */
interface Move {
  readonly from: readonly CommentState[];
  /** The state after it; `before` is the one before it was taken away, `same` none other. */
  readonly to: CommentState | 'before' | 'same';
}

/** What the owner can decide, written once for the page (which offers it) and the action (which refuses the rest). */
const moves: Readonly<Record<ModerationAction, Move>> = {
  approve: { from: ['held', 'spam'], to: 'shown' },
  hold: { from: ['shown'], to: 'held' },
  remove: { from: ['held', 'shown'], to: 'removed' },
  spam: { from: ['held', 'shown', 'removed'], to: 'spam' },
  restore: { from: ['removed', 'spam'], to: 'before' },
  'dismiss-reports': { from: ['held', 'shown'], to: 'same' },
};

export const moderationActionLabels: Readonly<Record<ModerationAction, string>> = {
  approve: 'Approve',
  hold: 'Hold back',
  remove: 'Remove',
  spam: 'Mark as spam',
  restore: 'Bring back',
  'dismiss-reports': 'Dismiss reports',
};

export const decisions = Object.keys(moves) as ModerationAction[];

/** The decision that a form asks for, if there is such a one. */
export function parseModerationAction(text: string | null | undefined): ModerationAction | undefined {
  return decisions.find(decision => decision === text);
}

/** A comment as far as decisions depend on it. */
interface Judged {
  readonly state: CommentState;
  readonly stateBefore?: 'held' | 'shown' | null;
  /** Reports that nobody has looked at. */
  readonly reports: number;
}

/** What can be decided about a comment, as it stands. */
export function listModerationActions({ state, reports }: Pick<Judged, 'state' | 'reports'>): ModerationAction[] {
  return decisions.filter(
    decision => moves[decision].from.includes(state) && (decision !== 'dismiss-reports' || reports > 0),
  );
}

/** The state that a decision leads to; undefined where it cannot be made. */
export function findNextState(decision: ModerationAction, comment: Judged): CommentState | undefined {
  if (!listModerationActions(comment).includes(decision)) return undefined;
  const { to } = moves[decision];
  if (to === 'same') return comment.state;
  return to === 'before' ? (comment.stateBefore ?? 'held') : to;
}

/** Whether a decision settles what people reported. */
export function isReportResolving(decision: ModerationAction): boolean {
  return decision !== 'hold' && decision !== 'restore';
}

/** What was done, as it follows "1 comment" or "3 comments". */
const doneWords: Readonly<Record<ModerationAction, readonly [one: string, several: string]>> = {
  approve: ['is published', 'are published'],
  hold: ['is held back', 'are held back'],
  remove: ['was removed', 'were removed'],
  spam: ['was marked as spam', 'were marked as spam'],
  restore: ['is back where it was', 'are back where they were'],
  'dismiss-reports': ['stands; its reports are dismissed', 'stand; their reports are dismissed'],
};

/** What was decided about so many comments, as a sentence. */
export function formatModerationResult(decision: ModerationAction, count: number): string {
  const [one, several] = doneWords[decision];
  return count === 1 ? `The comment ${one}.` : `${count} comments ${several}.`;
}

/** The decision that takes another one back, where one does. */
export function findUndoAction(decision: ModerationAction): ModerationAction | undefined {
  const back: Partial<Record<ModerationAction, ModerationAction>> = {
    approve: 'hold',
    hold: 'approve',
    remove: 'restore',
    spam: 'restore',
  };
  return back[decision];
}
