import { issueDocument, issuingNow } from '#features/billing/actions/issue-document.ts';
import { documentPath } from '#features/billing/actions/document-urls.ts';
import type { Unissued } from '#features/billing/rules/documents.ts';
import { orders } from '#features/orders/tables.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { draft, type IssuedDocument, referenceTo } from './billing-fixture.ts';
import { orderRow } from './order-factory.ts';
import type { TestSite } from './test-site.ts';

/** Issues documents on a test site, at its clock, for an order of their own. */
export async function issuesOn(site: TestSite) {
  const { services } = site.http;
  const [order] = await site.db.insert(orders).values(orderRow()).returning({ id: orders.id });
  const orderId = order?.id ?? null;

  async function issue(amount: number, changes: Partial<Unissued> = {}, about?: IssuedDocument) {
    const reference = about ? { reference: referenceTo(about) } : {};
    return site.db.transaction(async tx =>
      issueDocument(
        tx,
        await issuingNow(tx, services),
        { ...draft(amount, changes), ...reference },
        { orderId, ...(about ? { referenceId: about.id } : {}) },
      ),
    );
  }

  const pathOf = ({ number }: Pick<IssuedDocument, 'number'>) => documentPath(services, number);
  return {
    orderId,
    issue,
    pathOf,
    /** Where the API has a document, without its prefix. */
    apiPathOf: (document: IssuedDocument) => pathOf(document).replace('/document/', '/documents/'),
    pdfPathOf: (document: IssuedDocument) => `${pathOf(document)}/${document.number}.pdf`,
    get: (url: string) => site.http.app.inject({ method: 'GET', url }),
    api: (path: string) => site.http.app.inject({ method: 'GET', url: API_PREFIX + path }),
  };
}
