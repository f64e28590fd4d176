import { z } from 'zod';
import { defineEndpoints, fileBody } from '#shared/contract.ts';
import { receivedFileTypes } from './constants.ts';

const { ownerEndpoint } = defineEndpoints('e-invoices');

/** A label and its value. */
const fact = z.object({ label: z.string(), value: z.string() });

const party = z.object({ name: z.string(), addressLines: z.array(z.string()), facts: z.array(fact) });

/** A received e-invoice for display. Texts are as in the file; unknown ones are empty. */
const receivedEInvoice = z.object({
  isCreditNote: z.boolean(),
  number: z.string(),
  currency: z.string(),
  /** The syntax and the specification that it follows. */
  format: z.string(),
  facts: z.array(fact),
  notes: z.array(z.string()),
  seller: party,
  buyer: party,
  lines: z.array(
    z.object({
      name: z.string(),
      detail: z.string(),
      quantity: z.string(),
      price: z.string(),
      tax: z.string(),
      amount: z.string(),
    }),
  ),
  /** Discounts and charges on the total. */
  adjustments: z.array(fact),
  taxes: z.array(z.object({ label: z.string(), taxableAmount: z.string(), taxAmount: z.string(), reason: z.string() })),
  totals: z.array(fact),
  payment: z.array(fact),
});
export type ReceivedEInvoice = z.infer<typeof receivedEInvoice>;

export const eInvoicesContract = {
  read: ownerEndpoint(
    'POST /e-invoices/read',
    'Read a received e-invoice: the body is XML (UBL or CII) or a PDF with embedded XML, up to 10 MiB; nothing is stored',
    { spec: operation => ({ ...operation, requestBody: fileBody(receivedFileTypes) }) },
  )
    .input(z.file())
    .output(receivedEInvoice),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    eInvoices: typeof eInvoicesContract;
  }
}
