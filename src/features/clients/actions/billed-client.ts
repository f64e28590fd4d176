import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { findClient, listClientEmails } from '../queries/clients.ts';
import { pickDetails, toDocumentClient } from '../rules/billing-details.ts';
import { toTaxBuyer } from './billing-details.ts';

/**
 * Returns a client for a manual invoice, or the one that it was merged into: its block on documents, without an email
 * if it has none, and the buyer for its tax, null without a country. Throws NOT_FOUND.
 */
export async function getBilledClient(db: Db, id: number) {
  let row = await findClient(db, id);
  while (row && row.mergedIntoId !== null) row = await findClient(db, row.mergedIntoId);
  if (!row) throw new AppError('NOT_FOUND', 'This client doesn’t exist. It may have been deleted.');
  const [email] = await listClientEmails(db, row.id);
  const { company, country, taxId } = row;
  const name = company || row.name;
  const block = toDocumentClient({ name: row.name, email: email ?? '' }, pickDetails(row), row, row.language);
  return {
    id: row.id,
    currency: row.currency,
    paymentDays: row.paymentDays,
    contact: row.name,
    name,
    block: { ...block, email: email ?? null },
    buyer: country ? toTaxBuyer({ name, company, country, taxId }) : null,
  };
}
