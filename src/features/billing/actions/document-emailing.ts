import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { deleteEInvoiceProblem, findBillingDocumentByNumber } from '../queries/documents.ts';
import { isEmailed } from '../rules/documents.ts';
import { sendDocumentQueue } from '../rules/queues.ts';

async function getDocument(db: Db, number: string) {
  const document = await findBillingDocumentByNumber(db, number);
  if (!document) throw new AppError('NOT_FOUND', 'This document doesn’t exist.');
  return document;
}

/** Emails a document again. Throws NOT_FOUND for an unknown number, and CONFLICT if the client has no address. */
export async function resendDocument(
  tx: Transaction,
  { jobs, now }: Pick<ApiServices, 'jobs' | 'now'>,
  { number }: { readonly number: string },
) {
  const { kind, content } = await getDocument(tx, number);
  if (content.client.email === null || !isEmailed(kind))
    throw new AppError('CONFLICT', 'This document can’t be emailed: its client has no email address.');
  const requestedAt = now().toString({ smallestUnit: 'millisecond' });
  await jobs.enqueue(tx, sendDocumentQueue, { number, requestedAt }, { key: number });
  return { done: true as const };
}

/** Dismisses the notice that the last email with a document had no e-invoice. Throws NOT_FOUND for an unknown number. */
export async function dismissEInvoiceProblem(
  tx: Transaction,
  _context: unknown,
  { number }: { readonly number: string },
) {
  const { id } = await getDocument(tx, number);
  await deleteEInvoiceProblem(tx, id);
  return { done: true as const };
}
