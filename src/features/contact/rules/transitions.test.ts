import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageTransitions, messageStates } from '../contract/states.ts';
import { getTransitionLabel, listMessageTransitions, findNextState } from './transitions.ts';

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
});
