import type { AgreementSheet } from '../contract/agreement-document.ts';
import type { BusinessDocument } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { titleOf } from '../rules/labels.ts';

/** A document as it is printed: `settlement` is how it was settled since it was issued. */
export type PrintedDocument = BusinessDocument & { readonly settlement?: Settlement | null };

/** What can be drawn as a PDF. */
export type Drawable = PrintedDocument | AgreementSheet;

/** What it is called, such as "Invoice 2026-0001" or "Agreement 1001". */
export function nameOf(drawable: Drawable): string {
  return drawable.kind === 'agreement' ? `Agreement ${drawable.number}` : titleOf(drawable);
}
