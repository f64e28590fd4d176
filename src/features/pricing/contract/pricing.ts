import { z } from 'zod';
import { money } from '#shared/contract.ts';

const plan = z.object({
  id: z.string(),
  name: z.string(),
  price: money,
  /** Whether the price is a minimum ("$1999+"); the plan is then quoted. */
  isStartingPrice: z.boolean(),
  tagline: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  /** Expected days from deposit to delivery. */
  deliveryDays: z.int(),
  /** Included days of support after delivery; 0 for none (term 13). */
  supportDays: z.int(),
  /** The content that the client supplies before work starts (term 9). */
  contentItems: z.array(z.string()),
  isHighlighted: z.boolean(),
});
export type Plan = z.infer<typeof plan>;

const service = z.object({
  id: z.string(),
  title: z.string(),
  /** Per month. */
  price: money,
  description: z.array(z.string()),
  isHighlighted: z.boolean(),
});
export type Service = z.infer<typeof service>;

const consultationOption = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: money,
  durationMinutes: z.int(),
  priceUnit: z.enum(['session', 'hour']),
  isPrimary: z.boolean(),
});
export type ConsultationOption = z.infer<typeof consultationOption>;

/** Public pricing: visible offers, and terms with their variables filled in. */
export const pricing = z.object({
  plans: z.array(plan),
  services: z.array(service),
  customPackageDetails: z.array(z.object({ id: z.string(), text: z.string() })),
  specializedServices: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  paymentTerms: z.array(z.object({ number: z.int(), title: z.string(), text: z.string() })),
  consultationFeatures: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  consultationOptions: z.array(consultationOption),
});
export type Pricing = z.infer<typeof pricing>;
