import { describe, expect, it } from 'vitest';
import { testimonialStatuses } from '#features/orders/lifecycle/contract/enums.ts';
import { testimonialDecisions } from '../contract/index.ts';
import { testimonialTransitions, isSameTestimonial, formatRoleAndCompany } from './testimonials.ts';

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
