import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { TestimonialDecision } from '../contract/index.ts';

/** Allowed decisions by status. A declined testimonial can still be approved while its text is unchanged. */
export const testimonialTransitions: Readonly<
  Record<TestimonialDecision, { readonly from: readonly TestimonialStatus[]; readonly to: TestimonialStatus }>
> = {
  approve: { from: ['pending', 'declined', 'unpublished'], to: 'approved' },
  decline: { from: ['pending'], to: 'declined' },
  unpublish: { from: ['approved'], to: 'unpublished' },
};

export type TestimonialContent = Readonly<Record<'body' | 'name' | 'role' | 'company', string>>;

/** Returns whether the content is unchanged, so the earlier decision still applies. */
export function isSameTestimonial(one: TestimonialContent, other: TestimonialContent): boolean {
  return (['body', 'name', 'role', 'company'] as const).every(part => one[part] === other[part]);
}

/** Returns role and company in one line; empty if both are. */
export function formatRoleAndCompany({ role, company }: Pick<TestimonialContent, 'role' | 'company'>): string {
  return [role, company].filter(Boolean).join(', ');
}
