import type { AgreementDocument } from '../contract/agreement-document.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { formatDocumentTitle, languageOf } from '../rules/labels.ts';

/** A document to print. */
export type PrintedDocument = BillingDocument & {
  /** Set if it was settled since it was issued. */
  readonly settlement?: Settlement | null;
  /** The logo's file. */
  readonly logo?: Uint8Array;
  /** The XML to attach to a Factur-X invoice. */
  readonly facturX?: string | undefined;
};

export type PrintableDocument = PrintedDocument | AgreementDocument;

/** Returns the title, such as "Invoice 2026-0001" or "Agreement 1001". */
export function formatPrintableTitle(printable: PrintableDocument): string {
  return printable.kind === 'agreement'
    ? `Agreement ${printable.orderNumber}`
    : formatDocumentTitle(printable, languageOf(printable));
}
