import type { EmailServices } from '#features/email/index.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { getDocumentPdf } from './actions/pdf-files.ts';
import { readStanding } from './actions/get-document.ts';
import { emailDocument } from './actions/email-document.ts';
import { findBillingDocumentByNumber } from './queries/documents.ts';
import { settlementOf } from './rules/document-balance.ts';

/** Services of the billing jobs. */
export interface BillingJobServices extends EmailServices, Pick<ApiServices, 'db' | 'files' | 'dist' | 'encryption'> {
  readonly log: Log;
}

/**
 * Renders a document and emails it to its client, once even if the job is repeated (term 5). Throws if the PDF fails
 * and attempts remain; the last attempt sends the email without it, since it links to the document.
 */
export async function sendDocument(
  services: BillingJobServices,
  { data, isLastAttempt }: Pick<Job<{ number: string }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = services;
  const document = await findBillingDocumentByNumber(db, data.number);
  if (!document) return;
  const settlement = settlementOf(await readStanding(db, services, document));
  const drawn = await getDocumentPdf(services, document, settlement).catch((err: unknown) => {
    if (!isLastAttempt) throw err;
    log.warn({ err, document: data.number }, 'the PDF of a document could not be rendered');
    return undefined;
  });
  await db.transaction(tx => emailDocument(tx, services, document, { settlement, bytes: drawn?.length }));
}
