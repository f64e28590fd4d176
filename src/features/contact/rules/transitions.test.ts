import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageTransitions, messageStates } from '../contract/states.ts';
import { formatTransitionResult, getTransitionLabel, listMessageTransitions, findNextState } from './transitions.ts';

const anyState = fc.constantFrom(...messageStates);
const anyMove = fc.constantFrom(...messageTransitions);

describe('message transitions', () => {
  it('change the state where allowed, and are offered only there', () => {
    fc.assert(
      fc.property(anyState, anyMove, fc.boolean(), (state, move, wasAnswered) => {
        const after = findNextState(move, { state, wasAnswered });
        expect(listMessageTransitions(state).includes(move)).toBe(after !== undefined);
        expect(after).not.toBe(state);
      }),
    );
  });

  it('can be undone', () => {
    fc.assert(
      fc.property(fc.constantFrom('archive' as const, 'mark_spam' as const), fc.boolean(), (move, wasAnswered) => {
        const state = wasAnswered ? 'replied' : 'new';
        const nextState = findNextState(move, { state, wasAnswered });
        return nextState !== undefined && findNextState('restore', { state: nextState, wasAnswered }) === state;
      }),
    );
  });

  it('have a label in each state', () => {
    for (const state of messageStates) {
      const labels = listMessageTransitions(state).map(move => getTransitionLabel(move, state));
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  it.each([
    ['restore', 'replied', 'Mark as not replied'],
    ['restore', 'spam', 'Not spam'],
    ['restore', 'archived', 'Move to inbox'],
    ['archive', 'replied', 'Archive'],
    ['archive', 'spam', 'Archive'],
  ] as const)('%s a message that is %s is labeled %j', (transition, state, label) => {
    expect(getTransitionLabel(transition, state)).toBe(label);
  });

  it.each([
    ['mark_replied', 1, 0, 'Message marked as replied.'],
    ['archive', 2, 0, '2 messages archived.'],
    [
      'mark_spam',
      1,
      0,
      'Message marked as spam. It will be deleted in 30 days. New messages from this sender also go to spam.',
    ],
    [
      'mark_spam',
      2,
      0,
      '2 messages marked as spam. They will be deleted in 30 days. New messages from these senders also go to spam.',
    ],
    ['restore', 1, 0, 'Message moved to the inbox.'],
    ['restore', 1, 3, 'Message moved to the inbox. 3 more from the same sender moved too.'],
  ] as const)('%s of %i messages and %i others is confirmed', (transition, changed, others, text) => {
    expect(formatTransitionResult(transition, changed, others)).toBe(text);
  });
});
