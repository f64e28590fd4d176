import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { issueDocument, createIssueContext } from '#features/billing/actions/issue-document.ts';
import type { DocumentDraft } from '#features/billing/rules/documents.ts';
import { sendDocumentQueue } from '#features/billing/rules/queues.ts';
import { documentDraftFixture } from '../../support/billing-document-fixture.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { createDatabase } from '#platform/database/database.ts';
import { loadOrCreateSecretKey } from '#platform/files/secret-key.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { createEncryption } from '#platform/encryption.ts';
import { createOrderRow } from '../../support/order-factory.ts';
import { site } from './test.ts';

/** Issues documents on a running site as an order does: with its database and key. The site sends the emails. */
export async function billingFixture() {
  const { url, connectionString, dataDir } = site;
  const db = createDatabase(connectionString, 'jobs');
  const jobs = createJobs(db, createLog('silent'), [sendDocumentQueue]);
  const encryption = createEncryption(await loadOrCreateSecretKey(dataDir));
  const services = {
    jobs,
    encryption,
    siteUrl: url,
    now: () => Temporal.Now.instant(),
    renderEmail: () => Promise.reject(new Error('The site itself writes its mails.')),
  };
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
    async close() {
      await jobs.stop();
      await db.$client.end();
    },
  };
}
