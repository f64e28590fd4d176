import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { issueDocument, createIssueContext } from '#features/billing/actions/issue-document.ts';
import type { DocumentDraft } from '#features/billing/rules/documents.ts';
import { sendDocumentQueue } from '#features/billing/rules/queues.ts';
import { documentDraftFixture } from '../../support/billing-document-fixture.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { createOrderRow } from '../../support/order-factory.ts';
import { connectServices } from './site-services.ts';

/** Issues documents on a running site as an order does: with its database and key. The site sends the emails. */
export async function billingFixture() {
  const services = await connectServices([sendDocumentQueue]);
  const { db } = services;
  const [order] = await db.insert(orders).values(createOrderRow()).returning({ id: orders.id });
  const orderId = order?.id ?? null;
  return {
    /** Issues the sample document with some changes, and returns its number and path. */
    async issue(changes: Partial<DocumentDraft> = {}, referenceId?: number) {
      const { number: _number, issuedOn: _issuedOn, paymentUrl: _address, ...draft } = documentDraftFixture(changes);
      const about = referenceId === undefined ? { orderId } : { orderId, referenceId };
      const document = await db.transaction(async tx =>
        issueDocument(tx, await createIssueContext(tx, services), draft, about),
      );
      return { ...document, path: buildDocumentPath(services, document.number) };
    },
    close: () => services.close(),
  };
}
