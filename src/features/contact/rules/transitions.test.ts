import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageMoves, messageStates } from '../contract/states.ts';
import { moveLabel, movesFor, stateAfter } from './transitions.ts';

const anyState = fc.constantFrom(...messageStates);
const anyMove = fc.constantFrom(...messageMoves);

describe('a move of a message', () => {
  it('changes its state where it fits, and is offered just there', () => {
    fc.assert(
      fc.property(anyState, anyMove, fc.boolean(), (state, move, wasAnswered) => {
        const after = stateAfter(move, { state, wasAnswered });
        expect(movesFor(state).includes(move)).toBe(after !== undefined);
        expect(after).not.toBe(state);
      }),
    );
  });

  it('can be taken back', () => {
    fc.assert(
      fc.property(fc.constantFrom('archive' as const, 'spam' as const), fc.boolean(), (move, wasAnswered) => {
        const state = wasAnswered ? 'answered' : 'new';
        const away = stateAfter(move, { state, wasAnswered });
        return away !== undefined && stateAfter('back', { state: away, wasAnswered }) === state;
      }),
    );
  });

  it('has words of its own in each state', () => {
    for (const state of messageStates) {
      const labels = movesFor(state).map(move => moveLabel(move, state));
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});
