import { describe, expect, it } from 'vitest';
import { commentStates, type ModerationAction, moderationActions } from '../contract/schemas.ts';
import {
  parseModerationAction,
  allModerationActions,
  listModerationActions,
  formatModerationResult,
  isReportResolving,
  findNextState,
  findUndoAction,
} from './moderation.ts';

/** Next state for each action and state, written independently of the code; `–` means not allowed. */
const table: Readonly<Record<ModerationAction, readonly string[]>> = {
  // from          pending  published removed   spam
  approve: ['published', '–', '–', 'published'],
  unpublish: ['–', 'pending', '–', '–'],
  remove: ['removed', 'removed', '–', '–'],
  mark_spam: ['spam', 'spam', 'spam', '–'],
  restore: ['–', '–', 'published', 'published'],
  dismiss_reports: ['pending', 'published', '–', '–'],
};

describe('moderation actions', () => {
  it('are those of the contract', () => {
    expect(allModerationActions.toSorted()).toEqual(moderationActions.toSorted());
    for (const action of allModerationActions) expect(parseModerationAction(action)).toBe(action);
    expect([parseModerationAction('delete'), parseModerationAction(''), parseModerationAction(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(allModerationActions)('%s leads to the state in the table', action => {
    const led = commentStates.map(
      state => findNextState(action, { state, previousState: 'published', reports: 1 }) ?? '–',
    );
    expect(led).toEqual(table[action]);
  });

  it('restore the previous state, or hold if it is unknown', () => {
    expect(findNextState('restore', { state: 'spam', previousState: 'pending', reports: 0 })).toBe('pending');
    expect(findNextState('restore', { state: 'removed', previousState: null, reports: 0 })).toBe('pending');
  });

  it('for reports are offered only if there are reports', () => {
    expect(listModerationActions({ state: 'published', reports: 0 })).not.toContain('dismiss_reports');
    expect(findNextState('dismiss_reports', { state: 'published', reports: 0 })).toBeUndefined();
  });

  it('resolve reports, except those that leave them open', () => {
    expect(allModerationActions.filter(isReportResolving)).toEqual([
      'approve',
      'remove',
      'mark_spam',
      'dismiss_reports',
    ]);
  });

  it('are undone by an action that fits the resulting state', () => {
    for (const action of allModerationActions) {
      const undo = findUndoAction(action);
      if (!undo) continue;
      for (const state of commentStates) {
        const after = findNextState(action, { state, previousState: 'published', reports: 0 });
        if (after) expect(findNextState(undo, { state: after, previousState: 'published', reports: 0 })).toBeDefined();
      }
    }
  });

  it('have a success message', () => {
    expect(formatModerationResult('approve', 1)).toBe('Comment published');
    expect(formatModerationResult('mark_spam', 3)).toBe('3 comments marked as spam');
  });
});
