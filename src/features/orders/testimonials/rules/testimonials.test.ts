import { describe, expect, it } from 'vitest';
import { orderStatuses, testimonialDecisions, testimonialStatuses } from '../../lifecycle/contract/enums.ts';
import {
  testimonialTransitions,
  isSameTestimonial,
  formatRoleAndCompany,
  findTestimonialBlock,
} from './testimonials.ts';

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

describe("the owner's decision", () => {
  it('changes the status, and a rejection can be reversed', () => {
    for (const decision of testimonialDecisions) {
      const { from, to } = testimonialTransitions[decision];
      expect(from).not.toContain(to);
    }
    for (const state of testimonialStatuses) {
      expect(testimonialTransitions.approve.from.includes(state)).toBe(state !== 'approved');
    }
  });
});

describe('the content of a testimonial', () => {
  const said = { body: 'Good.', name: 'Noor', role: 'Owner', company: 'Bakery' };

  it.each(['body', 'name', 'role', 'company'] as const)('differs with another %s', part => {
    expect(isSameTestimonial(said, { ...said })).toBe(true);
    expect(isSameTestimonial(said, { ...said, [part]: 'Else' })).toBe(false);
  });

  it.each([
    [{ role: 'Owner', company: 'Bakery' }, 'Owner, Bakery'],
    [{ role: '', company: 'Bakery' }, 'Bakery'],
    [{ role: 'Owner', company: '' }, 'Owner'],
    [{ role: '', company: '' }, ''],
  ])('formats the position %j as %j', (position, line) => {
    expect(formatRoleAndCompany(position)).toBe(line);
  });
});
