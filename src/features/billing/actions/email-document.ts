import { type MailServices, queueMail } from '#features/email/actions.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { difference, NOTHING } from '#shared/money-arithmetic.ts';
import { type DocumentRow, insertDocumentMail } from '../queries/documents.ts';
import { getOwed } from '../queries/ledger.ts';
import { asksForPayment, goesOut } from '../rules/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { amountText, titleOf, wordsOf } from '../rules/labels.ts';
import { documentAddress } from './document-urls.ts';
import { documentFileName } from './pdf-files.ts';

/**
 * Writes the mail that brings a document to its client, with its PDF where one was drawn (`bytes` long). Nothing happens
 * where that was done before, where a document of this kind does not go out, or where it names no address.
 */
export async function mailDocument(
  tx: Transaction,
  services: MailServices & Pick<ApiServices, 'sealer'>,
  document: DocumentRow,
  { settlement, bytes }: { readonly settlement: Settlement | null; readonly bytes: number | undefined },
): Promise<void> {
  const { content, number } = document;
  const { client, kind, reference, currency } = content;
  if (client.email === null || !goesOut(kind)) return;
  const at = new Date(services.now().epochMilliseconds);
  if (!(await insertDocumentMail(tx, document.id, at))) return;
  const name = `${titleOf(content)}.pdf`;
  const mail = {
    to: { name: client.name, address: client.email },
    attachments:
      bytes === undefined
        ? []
        : [{ name, type: 'application/pdf', file: documentFileName(document, settlement), bytes }],
  };
  const props = {
    name: client.name,
    number,
    // A credit note is below zero, which its name says as well.
    amount: amountText(kind === 'receipt' ? content.paid : positive(content.due), currency),
    link: documentAddress(services, number),
    attached: bytes !== undefined,
    paidOn: settlement?.on ?? null,
    nothing: amountText(NOTHING, currency),
  };
  const about = reference ? titleOf(reference) : '';
  const dueOn = content.dueOn ?? content.issuedOn;
  if (kind === 'late fee invoice') {
    await queueMail(tx, services, { ...mail, template: 'lateFeeIssued', props: { ...props, about, dueOn } });
  } else if (asksForPayment(kind)) {
    const said = { ...props, kind: wordsOf(kind).title, subject: content.subject?.title ?? '', dueOn };
    await queueMail(tx, services, { ...mail, template: 'documentIssued', props: said });
  } else {
    const template = kind === 'receipt' ? 'receiptIssued' : 'creditNoteIssued';
    const isSettled = document.referenceId !== null && (await getOwed(tx, document.referenceId)) <= 0;
    await queueMail(tx, services, { ...mail, template, props: { ...props, about, isSettled } });
  }
}

function positive(amount: MinorUnits): MinorUnits {
  return amount < 0 ? difference(NOTHING, amount) : amount;
}
