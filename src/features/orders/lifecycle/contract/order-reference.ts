import { z } from 'zod';

/** Identifies an order: by number for signed-in users, or by number and token of its secret link. */
export const orderReferenceSchema = z.strictObject({
  order: z
    .string()
    .regex(/^\d{1,9}(?:\.[\w-]{20,100})?$/, 'This order doesn’t exist.')
    .describe('The number of an order, or number and token of its link'),
});
