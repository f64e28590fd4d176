import { z } from 'zod';
import { instant } from '#shared/contract.ts';
import { filePurposes, parties } from '../lifecycle/contract/enums.ts';

/** A file of an order, as the client or the owner sees it. */
export const orderFile = z.object({
  id: z.string(),
  purpose: z.enum(filePurposes),
  contentItem: z.int().nullable(),
  name: z.string(),
  sizeBytes: z.int(),
  uploadedBy: z.enum(parties),
  uploadedAt: instant,
  /** Download path; null while the viewer can't download the file (term 12). */
  downloadPath: z.string().nullable(),
  /** Whether it is one of the current files of the purchased project. */
  isOfProject: z.boolean(),
});
export type OrderFile = z.infer<typeof orderFile>;
