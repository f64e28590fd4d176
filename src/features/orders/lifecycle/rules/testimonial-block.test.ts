import { describe, expect, it } from 'vitest';
import { orderStatuses } from '../contract/enums.ts';
import { findTestimonialBlock } from './testimonial-block.ts';

const lock = { term: 12, message: 'The files open once invoice 2027-0001 is paid.' } as const;

describe('a testimonial can be written', () => {
  it('only for delivered orders', () => {
    const open = orderStatuses.filter(state => findTestimonialBlock({ state, downloadBlockedReason: null }) === null);
    expect(open).toEqual(['delivered', 'closed']);
  });

  it('never while a payment is due', () => {
    for (const state of orderStatuses)
      expect(findTestimonialBlock({ state, downloadBlockedReason: lock }), state).not.toBeNull();
  });

  it.each([
    ['delivered', lock, 12, 'everything is paid.'],
    ['paid', null, 12, 'paid and delivered'],
    ['in_progress', lock, 12, 'paid and delivered'],
    ['refunded', null, null, 'before anything was delivered'],
    ['canceled', null, null, 'before anything was delivered'],
  ] as const)('%s: the refusal names what is missing', (state, held, term, sentence) => {
    expect(findTestimonialBlock({ state, downloadBlockedReason: held })).toEqual({
      term,
      message: expect.stringContaining(sentence),
    });
  });
});
