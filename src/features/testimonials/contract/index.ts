import { z } from 'zod';
import { userName } from '#features/auth/contract.ts';
import {
  defineEndpoints,
  instant,
  singleLineText,
  emptyInput,
  integerParam,
  multilineText,
  checkboxSchema,
} from '#shared/contract.ts';
import {
  defineOrderEndpoint,
  orderNumberResponse,
  orderReferenceSchema,
} from '#features/orders/lifecycle/contract/endpoints.ts';
import { testimonialStatuses } from '#features/orders/lifecycle/contract/enums.ts';
import { MAX_ROLE_LENGTH, MAX_TESTIMONIAL_LENGTH } from './limits.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('testimonials');

export const testimonialDecisions = ['approve', 'decline', 'unpublish'] as const;
export type TestimonialDecision = (typeof testimonialDecisions)[number];

const shortLine = singleLineText.trim().max(MAX_ROLE_LENGTH).prefault('');

export const testimonialInputFields = {
  body: multilineText(MAX_TESTIMONIAL_LENGTH).pipe(z.string().min(1, 'Write a sentence or two.')),
  name: userName,
  role: shortLine,
  company: shortLine,
};

/** A testimonial as visitors see it. */
const shownTestimonial = z.object({
  id: z.string(),
  name: z.string(),
  /** Role and company. */
  role: z.string(),
  testimonial: z.string(),
  /** Whether it belongs to an order on this site that is paid and delivered. */
  isVerifiedClient: z.boolean(),
});
export type PublicTestimonial = z.infer<typeof shownTestimonial>;

const listedTestimonial = z.object({
  id: z.int(),
  /** Null for a testimonial imported from another site, whose orders don't exist here. */
  order: z.object({ number: z.int(), title: z.string() }).nullable(),
  body: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  status: z.enum(testimonialStatuses),
  version: z.int(),
  writtenAt: instant,
});
export type TestimonialListItem = z.infer<typeof listedTestimonial>;

/** Testimonials of paying clients. The owner decides whether to show one but can't edit it. */
export const testimonialsContract = {
  listPublicTestimonials: publicEndpoint('GET /testimonials', 'List published testimonials')
    .input(emptyInput)
    .output(z.object({ items: z.array(shownTestimonial) })),
  listTestimonials: ownerEndpoint('GET /testimonials/all', 'List all testimonials, starting with those to review')
    .input(emptyInput)
    .output(z.object({ items: z.array(listedTestimonial) })),
  saveTestimonial: defineOrderEndpoint(
    'PUT',
    '/testimonial',
    'Write or edit the testimonial for a paid and delivered order (client)',
  )
    .input(
      orderReferenceSchema.extend({
        ...testimonialInputFields,
        /** Consent to publish the testimonial with the name and other details given. */
        consent: checkboxSchema.pipe(z.literal(true, 'Agree to publish your testimonial before you send it.')),
      }),
    )
    .output(orderNumberResponse.extend({ state: z.enum(testimonialStatuses) })),
  deleteTestimonial: publicEndpoint('DELETE /orders/{order}/testimonial', 'Delete your testimonial (client)')
    .input(orderReferenceSchema)
    .output(orderNumberResponse),
  reviewTestimonial: ownerEndpoint(
    'POST /testimonials/{testimonial}/review',
    'Approve, decline or unpublish the current version of a testimonial',
  )
    .input(
      z.strictObject({
        testimonial: integerParam,
        decision: z.enum(testimonialDecisions, 'Choose approve, decline or unpublish.'),
        version: integerParam,
        /** Sent to the client if declined. */
        ownerNote: multilineText(1000).optional(),
      }),
    )
    .output(z.object({ state: z.enum(testimonialStatuses) })),
  reorderTestimonials: ownerEndpoint('PUT /testimonials/positions', 'Reorder the published testimonials')
    .input(z.strictObject({ ids: z.array(integerParam).max(1000, 'Send at most 1,000 testimonials.') }))
    .output(z.object({ ids: z.array(z.int()) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    testimonials: typeof testimonialsContract;
  }
}
