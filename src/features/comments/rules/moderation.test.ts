import { describe, expect, it } from 'vitest';
import { commentStates, type ModerationAction, moderationActions } from '../contract/schemas.ts';
import {
  parseModerationAction,
  decisions,
  listModerationActions,
  formatModerationResult,
  isReportResolving,
  findNextState,
  findUndoAction,
} from './moderation.ts';

/** What each decision makes of each state, written a second time; `–` cannot be decided. */
const table: Readonly<Record<ModerationAction, readonly string[]>> = {
  // of            held     shown     removed   spam
  approve: ['shown', '–', '–', 'shown'],
  hold: ['–', 'held', '–', '–'],
  remove: ['removed', 'removed', '–', '–'],
  spam: ['spam', 'spam', 'spam', '–'],
  restore: ['–', '–', 'shown', 'shown'],
  'dismiss-reports': ['held', 'shown', '–', '–'],
};

describe('decisions', () => {
  it('are those of the contract', () => {
    expect(decisions.toSorted()).toEqual(moderationActions.toSorted());
    for (const decision of decisions) expect(parseModerationAction(decision)).toBe(decision);
    expect([parseModerationAction('delete'), parseModerationAction(''), parseModerationAction(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(decisions)('%s leads where the table says', decision => {
    const led = commentStates.map(state => findNextState(decision, { state, stateBefore: 'shown', reports: 1 }) ?? '–');
    expect(led).toEqual(table[decision]);
  });

  it('bring back to where it was, and what nobody knows of to waiting', () => {
    expect(findNextState('restore', { state: 'spam', stateBefore: 'held', reports: 0 })).toBe('held');
    expect(findNextState('restore', { state: 'removed', stateBefore: null, reports: 0 })).toBe('held');
  });

  it('about reports are offered only where there are some', () => {
    expect(listModerationActions({ state: 'shown', reports: 0 })).not.toContain('dismiss-reports');
    expect(findNextState('dismiss-reports', { state: 'shown', reports: 0 })).toBeUndefined();
  });

  it('settle what was reported, unless they leave it open', () => {
    expect(decisions.filter(isReportResolving)).toEqual(['approve', 'remove', 'spam', 'dismiss-reports']);
  });

  it('are taken back by one that fits the state after them', () => {
    for (const decision of decisions) {
      const undo = findUndoAction(decision);
      if (!undo) continue;
      for (const state of commentStates) {
        const after = findNextState(decision, { state, stateBefore: 'shown', reports: 0 });
        if (after) expect(findNextState(undo, { state: after, stateBefore: 'shown', reports: 0 })).toBeDefined();
      }
    }
  });

  it('are told in a sentence', () => {
    expect(formatModerationResult('approve', 1)).toBe('The comment is published.');
    expect(formatModerationResult('spam', 3)).toBe('3 comments were marked as spam.');
  });
});
