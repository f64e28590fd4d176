import type { PdfServices } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Party } from '../lifecycle/contract/enums.ts';
import { type NotificationServices, notifyOrderPlaced, notifyParty } from '../lifecycle/actions/notifications.ts';
import { type AgreementRow, findAgreement, insertAgreementEmail } from '../lifecycle/queries/agreements.ts';
import { findOrder, listOrderEvents, type OrderRow } from '../lifecycle/queries/orders.ts';
import { formatNextAction, nextActionByStatus } from '../lifecycle/rules/summary.ts';
import { formatAgreementTitle, getAgreementFileKey, getAgreementPdf } from './actions/agreements.ts';

/**
 * Renders an agreement and emails it to both parties, once (term 15). Throws if the PDF is unavailable so the job
 * retries; the last attempt sends the emails without it.
 */
export async function sendAgreement(
  services: NotificationServices & PdfServices & { readonly log: Log },
  { data, isLastAttempt }: Pick<Job<{ agreement: number }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = services;
  const agreement = await findAgreement(db, data.agreement);
  const order = agreement && (await findOrder(db, agreement.orderId));
  if (!agreement || !order) return;
  const pdf = await getAgreementPdf(services, order, agreement).catch((err: unknown) => {
    if (!isLastAttempt) throw err;
    log.warn({ err, order: order.id }, 'agreement PDF not rendered');
    return undefined;
  });
  await db.transaction(tx => notifyAgreement(tx, services, { order, agreement, bytes: pdf?.length }));
}

/**
 * Queues the emails for an agreement, once, with its PDF (`bytes` long) if there is one: for a new order, or for an
 * accepted quote. The owner gets none for an acceptance they recorded.
 */
async function notifyAgreement(
  tx: Transaction,
  services: NotificationServices,
  email: { readonly order: OrderRow; readonly agreement: AgreementRow; readonly bytes: number | undefined },
): Promise<void> {
  const { order, agreement, bytes: sizeBytes } = email;
  const { source, signature: clientName, confirmationMessage } = agreement;
  if (!(await insertAgreementEmail(tx, agreement.id, toDate(services.now())))) return;
  const file = {
    name: `${formatAgreementTitle(agreement)}.pdf`,
    contentType: 'application/pdf',
    storageKey: getAgreementFileKey(agreement),
  };
  const attachments = sizeBytes === undefined ? [] : [{ ...file, sizeBytes }];
  const isQuote = (await listOrderEvents(tx, order.id)).some(({ transition }) => transition === 'accept_quote');
  if (!isQuote) return notifyOrderPlaced(tx, services, order, attachments);
  const acceptance = { clientName, message: confirmationMessage, hasAttachment: attachments.length > 0 };
  for (const party of source === 'signed' ? (['client', 'owner'] as const) : (['client'] as const)) {
    await notifyParty(party, tx, services, order, {
      attachments,
      template: 'order_agreed',
      props: ({ about }) => ({
        ...about,
        ...acceptance,
        nextStep: formatNextStep(order, party),
        isRecipient: party === 'client',
      }),
    });
  }
}

/** Returns the next step after an acceptance, usually the deposit. */
function formatNextStep({ status }: OrderRow, party: Party): string {
  if (status !== 'agreed') return formatNextAction(nextActionByStatus[status], party);
  return party === 'client' ? 'Pay the deposit to get started.' : 'You can start work once the deposit is paid.';
}
