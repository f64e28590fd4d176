import type { ClientActivitySource } from '#features/clients/index.ts';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { listDocumentsOfClient, sumClientMoney } from '../queries/client-activity.ts';
import { formatDocumentTitle } from '../rules/labels.ts';
import { buildDocumentPath } from './document-urls.ts';

/** The invoices and credit notes of a client. Receipts are left out, because payments are listed. */
export const documentActivity: ClientActivitySource = {
  group: 'money',
  async list(db, services, emails, limit) {
    const documents = await listDocumentsOfClient(db, emails, limit);
    return documents.map(({ kind, number, total, currency, issuedAt, orderTitle }) => ({
      kind: kind === 'credit_note' ? 'credit_note' : 'invoice',
      at: issuedAt.toISOString(),
      title: formatDocumentTitle({ kind, number }),
      detail: orderTitle ?? '',
      path: buildDocumentPath(services, number),
      amount: { minor: total, currency },
    }));
  },
};

/** Sums the amounts that clients paid and owe, by lower-case address and currency. */
export async function getClientMoney(db: Db, { now }: Pick<ApiServices, 'now'>, emails: readonly string[]) {
  return sumClientMoney(db, emails, await getOwnerDate(db, now()));
}
