import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effects, EFFECT_WEIGHTS, pickEffect } from './effects.ts';

describe('pickEffect', () => {
  const names = Object.keys(effects);

  it('has a weight for each of the ten effects', () => {
    expect(names).toHaveLength(10);
    expect(Object.keys(EFFECT_WEIGHTS).toSorted()).toEqual(names.toSorted());
    for (const weight of Object.values(EFFECT_WEIGHTS)) expect(weight).toBeGreaterThan(0);
  });

  it('gives each effect a share of the range proportional to its weight', () => {
    const tries = 100_000;
    const picked = new Map<string, number>();
    for (let one = 0; one < tries; one++) {
      const name = pickEffect((one + 0.5) / tries);
      picked.set(name, (picked.get(name) ?? 0) + 1);
    }
    const sum = Object.values(EFFECT_WEIGHTS).reduce((one, other) => one + other);
    for (const [name, weight] of Object.entries(EFFECT_WEIGHTS)) {
      expect(picked.get(name), name).toBeCloseTo((weight / sum) * tries, -1);
    }
  });

  it.each([
    [0, 'cobweb'],
    [0.2499, 'cobweb'],
    [0.25, 'lines'],
    [0.4999, 'lines'],
    [0.5, 'thick'],
    [0.9999, 'thick'],
    // Values outside the range pick the nearest effect.
    [1, 'thick'],
    [7, 'thick'],
    [-1, 'cobweb'],
  ])('with weights 1, 1, 0 and 2 picks for %d: %s', (random, name) => {
    expect(pickEffect(random, { cobweb: 1, lines: 1, ball: 0, thick: 2 })).toBe(name);
  });

  it('returns an effect for every number', () => {
    fc.assert(fc.property(fc.double({ noNaN: true }), random => names.includes(pickEffect(random))));
  });
});
