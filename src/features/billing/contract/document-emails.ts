import { z } from 'zod';
import { multilineText, singleLineText } from '#shared/contract.ts';
import { documentEmailKinds, documentLanguages } from './document-design.ts';

/** Identifies a text that the owner can change. */
export const documentEmailKey = z.strictObject({
  kind: z.enum(documentEmailKinds, 'Choose an email.'),
  language: z.enum(documentLanguages, 'Choose a language.'),
});
export type DocumentEmailKey = z.output<typeof documentEmailKey>;

export const documentEmailInputSchema = documentEmailKey.extend({
  subject: singleLineText.trim().min(1, 'Enter a subject.').max(200),
  body: multilineText(4000).refine(text => text !== '', 'Enter a text.'),
});
export type DocumentEmailInput = z.output<typeof documentEmailInputSchema>;

/** The texts in use: the owner's (`isCustom`), or the defaults. */
export const documentEmailListSchema = z.object({
  items: z.array(
    z.object({
      kind: z.enum(documentEmailKinds),
      language: z.enum(documentLanguages),
      subject: z.string(),
      body: z.string(),
      isCustom: z.boolean(),
    }),
  ),
});
export type DocumentEmailList = z.infer<typeof documentEmailListSchema>;
