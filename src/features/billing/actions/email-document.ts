import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { type BillingDocumentRow, insertDocumentEmail } from '../queries/documents.ts';
import { getAmountDue } from '../queries/ledger.ts';
import { isPayable, isEmailed } from '../rules/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { formatAmount, formatDocumentTitle, getKindLabels } from '../rules/labels.ts';
import { buildDocumentUrl } from './document-urls.ts';
import { getDocumentFileKey } from './pdf-files.ts';

/**
 * Queues the email with a document, and its PDF if rendered (`bytes` long). Does nothing if it was queued before, if
 * this kind is not emailed, or if the client has no address.
 */
export async function emailDocument(
  tx: Transaction,
  services: EmailServices & Pick<ApiServices, 'encryption'>,
  document: BillingDocumentRow,
  { settlement, bytes: sizeBytes }: { readonly settlement: Settlement | null; readonly bytes: number | undefined },
): Promise<void> {
  const { content, number } = document;
  const { client, kind, reference, currency } = content;
  if (client.email === null || !isEmailed(kind)) return;
  const at = new Date(services.now().epochMilliseconds);
  if (!(await insertDocumentEmail(tx, document.id, at))) return;
  const name = `${formatDocumentTitle(content)}.pdf`;
  const mail = {
    to: { name: client.name, email: client.email },
    attachments:
      sizeBytes === undefined
        ? []
        : [{ name, contentType: 'application/pdf', storageKey: getDocumentFileKey(document, settlement), sizeBytes }],
  };
  const props = {
    name: client.name,
    number,
    // Credit notes are negative; the title says so already.
    amount: formatAmount(kind === 'receipt' ? content.amountPaid : positive(content.amountDue), currency),
    url: buildDocumentUrl(services, number),
    hasAttachment: sizeBytes !== undefined,
    paidOn: settlement?.statusDate ?? null,
    nothing: formatAmount(ZERO, currency),
  };
  const relatedTitle = reference ? formatDocumentTitle(reference) : '';
  const dueOn = content.dueOn ?? content.issuedOn;
  if (kind === 'late_fee_invoice') {
    await enqueueEmail(tx, services, {
      ...mail,
      template: 'late_fee_issued',
      props: { ...props, relatedTitle, dueOn },
    });
  } else if (isPayable(kind)) {
    const said = { ...props, kind: getKindLabels(kind).title, subject: content.order?.title ?? '', dueOn };
    await enqueueEmail(tx, services, { ...mail, template: 'document_issued', props: said });
  } else {
    const template = kind === 'receipt' ? 'receipt_issued' : 'credit_note_issued';
    const isSettled = document.relatedDocumentId !== null && (await getAmountDue(tx, document.relatedDocumentId)) <= 0;
    await enqueueEmail(tx, services, { ...mail, template, props: { ...props, relatedTitle, isSettled } });
  }
}

function positive(amount: MinorUnits): MinorUnits {
  return amount < 0 ? subtractAmounts(ZERO, amount) : amount;
}
