import { z } from 'zod';
import { instant } from '#shared/contract.ts';
import { testimonialInputFields } from '../contract/testimonials.ts';

const exportedTestimonialsSchema = z
  .array(z.strictObject({ ...testimonialInputFields, writtenAt: instant }))
  .max(1000, 'At most 1,000 testimonials.');

/** What clients say as an archive has it: without their orders, and so without the mark of a paid client. */
export type ExportedTestimonial = z.infer<typeof exportedTestimonialsSchema>[number];

/** Reads what clients say in an archive as strictly as their form is read. */
export function readArchivedTestimonials(
  value: unknown,
): { readonly value: ExportedTestimonial[] } | { readonly error: string } {
  const parsed = exportedTestimonialsSchema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { error: `What clients say does not fit: ${parsed.error.issues[0]?.message ?? 'it cannot be read.'}` };
}
