import { z } from 'zod';
import { instant } from '#shared/contract.ts';
import { testimonialFields } from '../contract/testimonials.ts';

const archivedTestimonials = z
  .array(z.strictObject({ ...testimonialFields, writtenAt: instant }))
  .max(1000, 'At most 1,000 testimonials.');

/** What clients say as an archive has it: without their orders, and so without the mark of a paid client. */
export type ArchivedTestimonial = z.infer<typeof archivedTestimonials>[number];

/** Reads what clients say in an archive as strictly as their form is read. */
export function readArchivedTestimonials(
  value: unknown,
): { readonly value: ArchivedTestimonial[] } | { readonly wrong: string } {
  const parsed = archivedTestimonials.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { wrong: `What clients say does not fit: ${parsed.error.issues[0]?.message ?? 'it cannot be read.'}` };
}
