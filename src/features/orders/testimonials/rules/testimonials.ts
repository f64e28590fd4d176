import type { OrderStatus, TestimonialDecision, TestimonialStatus } from '../../lifecycle/contract/enums.ts';
import type { OrderSummary, Reason } from '../../lifecycle/rules/summary.ts';

/** Statuses of orders that ended without delivery. */
const endedEarly: ReadonlySet<OrderStatus> = new Set(['declined', 'expired', 'canceled', 'refunded'] as const);

/**
 * Returns why the client can't write a testimonial; null if they can: once the order is delivered and paid in full.
 * Unpaid support doesn't count (term 13).
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

/** Allowed decisions by status. A declined testimonial can still be approved while its text is unchanged. */
export const testimonialTransitions: Readonly<
  Record<TestimonialDecision, { readonly from: readonly TestimonialStatus[]; readonly to: TestimonialStatus }>
> = {
  approve: { from: ['pending', 'declined', 'unpublished'], to: 'approved' },
  decline: { from: ['pending'], to: 'declined' },
  unpublish: { from: ['approved'], to: 'unpublished' },
};

export interface TestimonialContent {
  readonly body: string;
  readonly name: string;
  readonly role: string;
  readonly company: string;
}

/** Whether the content is unchanged, so that the earlier decision still applies. */
export function isSameTestimonial(one: TestimonialContent, other: TestimonialContent): boolean {
  return (['body', 'name', 'role', 'company'] as const).every(part => one[part] === other[part]);
}

/** Returns role and company in one line; empty if both are. */
export function formatRoleAndCompany({ role, company }: Pick<TestimonialContent, 'role' | 'company'>): string {
  return [role, company].filter(Boolean).join(', ');
}
