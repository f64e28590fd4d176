import type { OrderStatus, TestimonialDecision, TestimonialStatus } from '../contract/life.ts';
import type { OrderSummary, Reason } from './standing.ts';

/** The ways for an order to end with nothing delivered. */
const endedEarly: ReadonlySet<OrderStatus> = new Set(['declined', 'expired', 'cancelled', 'refunded'] as const);

/**
 * Why the client cannot say something about an order on the site; null where they can: once it is delivered and paid in
 * full, so that the site can vouch for both. Support that is invoiced after the delivery is no part of it (term 13).
 */
export function findTestimonialBlock({
  state,
  downloadBlockedReason,
}: Pick<OrderSummary, 'state' | 'downloadBlockedReason'>): Reason | null {
  if (endedEarly.has(state)) return { term: null, message: 'This order ended before anything was delivered.' };
  if (state !== 'delivered' && state !== 'closed') {
    return { term: 12, message: 'A testimonial can be written once everything is paid and delivered.' };
  }
  return downloadBlockedReason && { term: 12, message: 'A testimonial can be written once everything is paid.' };
}

/** From where each decision leads where: a no can become a yes, as long as the words are the same. */
export const testimonialTransitions: Readonly<
  Record<TestimonialDecision, { readonly from: readonly TestimonialStatus[]; readonly to: TestimonialStatus }>
> = {
  approve: { from: ['waiting', 'declined', 'taken off'], to: 'approved' },
  decline: { from: ['waiting'], to: 'declined' },
  'take off': { from: ['approved'], to: 'taken off' },
};

/** What somebody says, and how they are named beside it. */
export interface TestimonialContent {
  readonly words: string;
  readonly name: string;
  readonly role: string;
  readonly company: string;
}

/** Whether somebody says the same again, which leaves what was decided about it as it is. */
export function isSameTestimonial(one: TestimonialContent, other: TestimonialContent): boolean {
  return (['words', 'name', 'role', 'company'] as const).every(part => one[part] === other[part]);
}

/** What somebody does, and where, in one line; empty where they say neither. */
export function formatRoleAndCompany({ role, company }: Pick<TestimonialContent, 'role' | 'company'>): string {
  return [role, company].filter(Boolean).join(', ');
}
