import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveItem } from './use-reorder.ts';

describe('moveItem', () => {
  it.each([
    [0, 2, 'bcad'],
    [2, 0, 'cabd'],
    [1, 1, 'abcd'],
    [3, 9, 'abcd'],
    [0, -3, 'abcd'],
    [7, 0, 'abcd'],
  ])('moves from %i to %i', (from, to, expected) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to).join('')).toBe(expected);
  });

  it('keeps all items and the order of the others; moving back restores the list', () => {
    const list = fc.uniqueArray(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.nat(), fc.nat(), (items, one, other) => {
        const [from, to] = [one % items.length, other % items.length];
        const next = moveItem(items, from, to);
        expect(next[to]).toBe(items[from]);
        expect(next.filter(item => item !== items[from])).toEqual(items.filter(item => item !== items[from]));
        expect(moveItem(next, to, from)).toEqual(items);
      }),
    );
  });
});
