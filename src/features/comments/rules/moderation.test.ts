import { describe, expect, it } from 'vitest';
import { commentStates, type Decision, decisionNames } from '../contract/schemas.ts';
import { decisionOf, decisions, decisionsFor, doneSentence, settlesReports, stateAfter, undoOf } from './moderation.ts';

/** What each decision makes of each state, written a second time; `–` cannot be decided. */
const table: Readonly<Record<Decision, readonly string[]>> = {
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
    expect(decisions.toSorted()).toEqual(decisionNames.toSorted());
    for (const decision of decisions) expect(decisionOf(decision)).toBe(decision);
    expect([decisionOf('delete'), decisionOf(''), decisionOf(undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it.each(decisions)('%s leads where the table says', decision => {
    const led = commentStates.map(state => stateAfter(decision, { state, stateBefore: 'shown', reports: 1 }) ?? '–');
    expect(led).toEqual(table[decision]);
  });

  it('bring back to where it was, and what nobody knows of to waiting', () => {
    expect(stateAfter('restore', { state: 'spam', stateBefore: 'held', reports: 0 })).toBe('held');
    expect(stateAfter('restore', { state: 'removed', stateBefore: null, reports: 0 })).toBe('held');
  });

  it('about reports are offered only where there are some', () => {
    expect(decisionsFor({ state: 'shown', reports: 0 })).not.toContain('dismiss-reports');
    expect(stateAfter('dismiss-reports', { state: 'shown', reports: 0 })).toBeUndefined();
  });

  it('settle what was reported, unless they leave it open', () => {
    expect(decisions.filter(settlesReports)).toEqual(['approve', 'remove', 'spam', 'dismiss-reports']);
  });

  it('are taken back by one that fits the state after them', () => {
    for (const decision of decisions) {
      const undo = undoOf(decision);
      if (!undo) continue;
      for (const state of commentStates) {
        const after = stateAfter(decision, { state, stateBefore: 'shown', reports: 0 });
        if (after) expect(stateAfter(undo, { state: after, stateBefore: 'shown', reports: 0 })).toBeDefined();
      }
    }
  });

  it('are told in a sentence', () => {
    expect(doneSentence('approve', 1)).toBe('The comment is published.');
    expect(doneSentence('spam', 3)).toBe('3 comments were marked as spam.');
  });
});
