import { describe, expect, it } from 'vitest';
import { orderStatuses } from '../contract/enums.ts';
import { findTestimonialBlock } from './testimonial-block.ts';

const lock = { term: 12, message: 'The files unlock once invoice 2027-0001 is paid.' } as const;

describe('writing a testimonial', () => {
  it('is possible only for delivered orders', () => {
    const open = orderStatuses.filter(state => findTestimonialBlock({ state, downloadBlockedReason: null }) === null);
    expect(open).toEqual(['delivered', 'closed']);
  });

  it('is blocked while a payment is due', () => {
    for (const state of orderStatuses)
      expect(findTestimonialBlock({ state, downloadBlockedReason: lock }), state).not.toBeNull();
  });

  it.each([
    ['delivered', lock, 12, 'once the order is paid in full.'],
    ['paid', null, 12, 'once the order is delivered and paid in full.'],
    ['in_progress', lock, 12, 'once the order is delivered and paid in full.'],
    ['refunded', null, null, 'before delivery'],
    ['canceled', null, null, 'before delivery'],
  ] as const)('%s: the refusal names what the order lacks', (state, held, term, sentence) => {
    expect(findTestimonialBlock({ state, downloadBlockedReason: held })).toEqual({
      term,
      message: expect.stringContaining(sentence),
    });
  });
});
