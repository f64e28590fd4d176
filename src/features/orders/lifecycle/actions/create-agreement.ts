import { createHash } from 'node:crypto';
import { getIssuer, type IssueContext } from '#features/billing/index.ts';
import type { AgreementParties } from '#features/billing/contract/agreement-document.ts';
import { getDocumentClient } from '#features/clients/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { insertAgreement } from '../queries/agreements.ts';
import type { OrderRow } from '../queries/orders.ts';
import { sendAgreementQueue } from '../rules/queues.ts';

/** Proof of consent (term 15): a typed signature, or a message that confirms the text. */
export type AgreementConsent = { readonly text: string; readonly signature: string; readonly agreedAt: Date } & (
  | { readonly source: 'signed'; readonly ip: string }
  | { readonly source: 'recorded'; readonly confirmationMessage: string }
);

/** Returns the SHA-256 of a text, in hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Stores an agreement permanently, and queues rendering its PDF and emailing it to both parties. */
export async function createAgreement(
  tx: Transaction,
  { jobs, timeZone }: Pick<IssueContext, 'jobs' | 'timeZone'>,
  order: OrderRow,
  { text, ...consent }: AgreementConsent,
): Promise<void> {
  const parties = { ...(await getAgreementParties(tx, order)), timeZone };
  const row = { ...consent, orderId: order.id, agreedText: text, textSha256: sha256Hex(text), parties };
  const id = await insertAgreement(tx, row);
  await jobs.enqueue(tx, sendAgreementQueue, { agreement: id }, { key: String(id) });
}

/** Returns both parties' current contact details. */
export async function getAgreementParties(db: Db, order: OrderRow): Promise<Omit<AgreementParties, 'timeZone'>> {
  const { issuer } = await getIssuer(db);
  const { clientName: name, clientEmail: email, billingDetails } = order;
  return { issuer, client: { ...(await getDocumentClient(db, { name, email }, billingDetails, 'en')), email } };
}
