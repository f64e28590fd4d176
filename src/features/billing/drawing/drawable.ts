import type { AgreementSheet } from '../contract/agreements.ts';
import type { BusinessDocument } from '../contract/documents.ts';
import { titleOf } from '../rules/words.ts';

/** What can be drawn as a PDF. */
export type Drawable = BusinessDocument | AgreementSheet;

/** What it is called, such as "Invoice 2026-0001" or "Agreement 1001". */
export function nameOf(drawable: Drawable): string {
  return drawable.kind === 'agreement' ? `Agreement ${drawable.number}` : titleOf(drawable);
}
