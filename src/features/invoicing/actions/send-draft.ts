import {
  buildDocumentPath,
  createIssueContext,
  findBillingDocument,
  issueDocument,
  type IssueServices,
} from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import type { DraftContent } from '../contract/constants.ts';
import { updateDraftRow } from '../queries.ts';
import { getDraftForUpdate } from './drafts.ts';
import { buildInvoice, getDraftContext } from './read-draft.ts';

type Services = IssueServices & Pick<ApiServices, 'now'>;

/** Issues an invoice and queues its email. Throws UNPROCESSABLE with a message for each field that must be corrected. */
export async function issueDraft(
  tx: Transaction,
  services: Services,
  { clientId, content }: { readonly clientId: number; readonly content: DraftContent },
) {
  const built = await buildInvoice(tx, content, await getDraftContext(tx, services, clientId));
  if ('problems' in built) {
    throw new AppError('UNPROCESSABLE', 'Some fields need your attention.', { ...built.problems });
  }
  return issueDocument(tx, await createIssueContext(tx, services), built.invoice, { orderId: null });
}

/**
 * Issues a draft as an invoice and queues its email. Returns the same invoice for repeated and simultaneous calls.
 * Throws NOT_FOUND, CONFLICT if the draft has changed since it was loaded, and UNPROCESSABLE if it must be corrected.
 */
export async function sendDraft(
  tx: Transaction,
  services: Services,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<{ number: string; path: string }> {
  const draft = await getDraftForUpdate(tx, id);
  const toLink = ({ number }: { readonly number: string }) => ({ number, path: buildDocumentPath(services, number) });
  if (draft.documentId !== null) {
    const issued = await findBillingDocument(tx, draft.documentId);
    if (!issued) throw new Error(`The invoice of draft ${id} is missing.`);
    return toLink(issued);
  }
  if (draft.version !== version) throw editConflict();
  if (draft.repeats !== null) throw new AppError('CONFLICT', 'This is a recurring invoice. Copy it to send it once.');
  const document = await issueDraft(tx, services, draft);
  await updateDraftRow(tx, id, { documentId: document.id, updatedAt: toDate(services.now()) });
  return toLink(document);
}
