import { expect, it } from 'vitest';
import { parseQuoteLineItems } from './quote-line-items.ts';

it('returns the non-empty lines with their index', () => {
  expect(parseQuoteLineItems({ 'description-0': ' ', 'amount-2': '5', 'description-4': 'Work' })).toEqual([
    { slot: 2, description: '', amount: '5' },
    { slot: 4, description: 'Work', amount: '' },
  ]);
});
