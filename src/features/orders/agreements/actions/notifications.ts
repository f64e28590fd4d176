import type { Transaction } from '#platform/database/database.ts';
import { type AgreementRow, insertAgreementEmail } from '../../lifecycle/queries/agreements.ts';
import { listOrderEvents, type OrderRow } from '../../lifecycle/queries/orders.ts';
import { formatAgreementTitle } from '../rules/agreement-document.ts';
import { nextActionByStatus } from '../../lifecycle/rules/summary.ts';
import { getAgreementFileKey } from './agreements.ts';
import { type NotificationServices, notifyOrderPlaced, notifyParty } from '../../lifecycle/actions/notifications.ts';

/**
 * Queues the emails for an agreement, once, with its PDF (`bytes` long) if there is one: for a new order, or for an
 * accepted quote. The owner gets none for an acceptance they recorded.
 */
export async function notifyAgreement(
  tx: Transaction,
  services: NotificationServices,
  agreed: { readonly order: OrderRow; readonly agreement: AgreementRow; readonly bytes: number | undefined },
): Promise<void> {
  const { order, agreement, bytes: sizeBytes } = agreed;
  const { source, signature: clientName, confirmationMessage } = agreement;
  if (!(await insertAgreementEmail(tx, agreement.id, new Date(services.now().epochMilliseconds)))) return;
  const file = {
    name: `${formatAgreementTitle(agreement)}.pdf`,
    contentType: 'application/pdf',
    storageKey: getAgreementFileKey(agreement),
  };
  const attachments = sizeBytes === undefined ? [] : [{ ...file, sizeBytes }];
  const isQuote = (await listOrderEvents(tx, order.id)).some(({ transition }) => transition === 'accept_quote');
  if (!isQuote) return notifyOrderPlaced(tx, services, order, attachments);
  const about = {
    number: order.id,
    title: order.title,
    clientName,
    message: confirmationMessage,
    hasAttachment: attachments.length > 0,
  };
  for (const side of source === 'signed' ? (['client', 'owner'] as const) : (['client'] as const)) {
    await notifyParty(side, tx, services, order, {
      attachments,
      template: 'order_agreed',
      props: ({ name, link: url }) => {
        const { message: nextStep } = nextActionByStatus[order.status];
        return { ...about, name, url, isRecipient: side === 'client', nextStep };
      },
    });
  }
}
