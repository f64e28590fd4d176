import { z } from 'zod';
import { singleLineText } from '#shared/contract.ts';
import { DOCUMENT_INK, documentLanguages, documentLayouts, isReadableOnWhite } from './document-design.ts';

const layout = z.enum(documentLayouts, 'Choose a layout.');
const accent = singleLineText
  .trim()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, 'Enter a color such as #14506b.')
  .refine(color => isReadableOnWhite(color), {
    message: 'This color is too light: text in it can’t be read on white paper. Choose a darker one.',
    when: ({ value }) => typeof value === 'string' && /^#[\da-f]{6}$/.test(value),
  });
/** An image of the media library; null for no logo. */
const pictureId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'Choose another image.')
  .nullable();

export const documentDesignInputSchema = z.strictObject({ layout, accent, pictureId });
export type DocumentDesignInput = z.output<typeof documentDesignInputSchema>;

export const documentDesignSchema = z.object({
  layout: z.enum(documentLayouts),
  accent: z.string(),
  pictureId: z.string().nullable(),
});
export type DocumentDesignSettings = z.infer<typeof documentDesignSchema>;

/** Settings of a preview, in the URL of its image. */
export const designPreviewQuerySchema = z.strictObject({
  layout: layout.default('classic'),
  accent: accent.default(DOCUMENT_INK),
  pictureId: pictureId.default(null),
  language: z.enum(documentLanguages).default('en'),
});
export type DesignPreviewQuery = z.output<typeof designPreviewQuerySchema>;
