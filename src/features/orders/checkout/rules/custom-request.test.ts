import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';
import { parseBudgetAndDeadline, formatRequestTitle } from './custom-request.ts';

const titleOf = (...titles: string[]) =>
  formatRequestTitle({ services: titles.map((title, place) => ({ id: String(place), title, quantity: 1 })) });

describe('the title of a custom plan', () => {
  it.each([
    [[], 'Custom plan'],
    [['Website Rescue'], 'Website Rescue'],
    [['Website Rescue', 'Database Design'], 'Website Rescue and Database Design'],
    [['A', 'B', 'C'], 'A, B and 1 more'],
    [['A', 'B', 'C', 'D'], 'A, B and 2 more'],
    [['x'.repeat(100), 'y'.repeat(100)], `${'x'.repeat(100)} and 1 more`],
    [['x'.repeat(140)], `${'x'.repeat(119)}…`],
  ])('%j: %s', (titles, title) => {
    expect(titleOf(...titles)).toBe(title);
  });

  it('fits the limit, names the first service, and counts all', () => {
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 140 }).filter(text => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(title, { minLength: 1, maxLength: 9 }), titles => {
        const called = titleOf(...titles);
        expect(called.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
        expect(called.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('budget and deadline', () => {
  const today = Temporal.PlainDate.from('2027-03-01');

  it.each([
    [{ budget: '$2,500', deadline: '2027-03-01' }, { budget: 250_000, deadline: '2027-03-01' }, []],
    [{}, { budget: null, deadline: null }, []],
    [{ budget: 'much' }, { budget: null, deadline: null }, ['budget']],
    [{ budget: '-1', deadline: '2027-02-28' }, { budget: null, deadline: '2027-02-28' }, ['budget', 'deadline']],
  ])('parses %j', (typed, limits, wrong) => {
    const read = parseBudgetAndDeadline(typed, { currency: 'USD', today });
    expect(read.limits).toEqual(limits);
    expect(Object.keys(read.errors)).toEqual(wrong);
  });
});
