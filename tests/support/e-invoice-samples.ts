import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { billingDocumentKinds } from '#features/billing/contract/documents.ts';
import { hasEInvoice } from '#features/billing/rules/e-invoices.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentFixture } from './billing-document-fixture.ts';
import { completeClients, completeIssuers } from './e-invoice-arbitrary.ts';

/** Returns one document of each kind that can be an e-invoice, for each seller and buyer. */
export function sampleInvoices(): BillingDocument[] {
  const reference = { kind: 'deposit_invoice', number: '2026-0003', issuedOn: '2026-02-01' } as const;
  const credit = { description: 'Goodwill', detail: null, quantity: 1, unitAmount: toMinorUnits(-4990), term: null };
  return completeIssuers.flatMap(issuer =>
    completeClients.flatMap(client =>
      billingDocumentKinds.filter(hasEInvoice).map(kind =>
        documentFixture({
          kind,
          issuer,
          client,
          ...(kind === 'credit_note' ? { lineItems: [credit], dueOn: null, paymentUrl: null } : {}),
          ...(kind === 'credit_note' || kind === 'late_fee_invoice' ? { reference } : {}),
        }),
      ),
    ),
  );
}
