import type { EInvoiceFormat } from '../contract/constants.ts';
import type { EInvoice } from './model.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl } from './write-ubl.ts';

/** Writes an invoice or credit note as the XML of a format. */
export function writeEInvoice(invoice: EInvoice, format: EInvoiceFormat): string {
  return format === 'factur_x' || format === 'xrechnung_cii' ? writeCii(invoice) : writeUbl(invoice);
}
