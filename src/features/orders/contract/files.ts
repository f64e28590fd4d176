import { z } from 'zod';
import { instant } from '#shared/contract.ts';
import { filePurposes, sides } from './life.ts';

/** A file of an order, as one of its sides sees it. */
export const orderFile = z.object({
  id: z.string(),
  purpose: z.enum(filePurposes),
  item: z.int().nullable(),
  name: z.string(),
  bytes: z.int(),
  sender: z.enum(sides),
  sentAt: instant,
  /** Where it is downloaded; null where whoever asks cannot have it yet (term 12). */
  path: z.string().nullable(),
  /** Whether it is a file of the project that was bought, as the project has it now. */
  isOfProject: z.boolean(),
});
export type OrderFile = z.infer<typeof orderFile>;
