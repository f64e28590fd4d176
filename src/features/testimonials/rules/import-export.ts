import { z } from 'zod';
import { instant } from '#shared/contract.ts';
import { testimonialInputFields } from '../contract/index.ts';

const exportedTestimonialsSchema = z
  .array(z.strictObject({ ...testimonialInputFields, writtenAt: instant }))
  .max(1000, 'Import at most 1,000 testimonials.');

/** An exported testimonial has no order, so it is not marked as from a paid client. */
export type ExportedTestimonial = z.infer<typeof exportedTestimonialsSchema>[number];

/** Parses exported testimonials as strictly as the form does. Returns an error message if they are invalid. */
export function readArchivedTestimonials(
  value: unknown,
): { readonly value: ExportedTestimonial[] } | { readonly error: string } {
  const parsed = exportedTestimonialsSchema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return {
    error: `The testimonials can’t be imported. ${parsed.error.issues[0]?.message ?? 'Their format is invalid.'}`,
  };
}
