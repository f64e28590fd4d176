import { issueDocument, createIssueContext } from '#features/billing/actions/issue-document.ts';
import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import type { UnissuedDocument } from '#features/billing/rules/documents.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { createDraftInvoice, type IssuedDocument, referenceTo } from './billing-fixture.ts';
import { createOrderRow } from './order-factory.ts';
import type { TestSite } from './test-site.ts';

/** Returns a factory that issues documents on a test site, at the site's time, for one order. */
export async function billingDocumentFactory(site: TestSite) {
  const { services } = site.http;
  const [order] = await site.db.insert(orders).values(createOrderRow()).returning({ id: orders.id });
  const orderId = order?.id ?? null;

  async function issue(amount: number, changes: Partial<UnissuedDocument> = {}, about?: IssuedDocument) {
    const reference = about ? { reference: referenceTo(about) } : {};
    return site.db.transaction(async tx =>
      issueDocument(
        tx,
        await createIssueContext(tx, services),
        { ...createDraftInvoice(amount, changes), ...reference },
        { orderId, ...(about ? { referenceId: about.id } : {}) },
      ),
    );
  }

  const pathOf = ({ number }: Pick<IssuedDocument, 'number'>) => buildDocumentPath(services, number);
  return {
    orderId,
    issue,
    pathOf,
    /** Returns a document's API path, without the prefix. */
    apiPathOf: (document: IssuedDocument) => pathOf(document).replace('/document/', '/billing-documents/'),
    pdfPathOf: (document: IssuedDocument) => `${pathOf(document)}/${document.number}.pdf`,
    get: (url: string) => site.http.app.inject({ method: 'GET', url }),
    api: (path: string) => site.http.app.inject({ method: 'GET', url: API_PREFIX + path }),
  };
}
