import { type IssueContext, listPayableDocuments, payableKinds } from '#features/billing/index.ts';
import { findOwner, getUser } from '#features/auth/index.ts';
import {
  type EmailAttachment,
  type EmailServices,
  type NewEmail,
  enqueueEmail,
  getOwnerReplyTo,
} from '#features/email/index.ts';
import { listConfirmedPayments } from '#features/payments/index.ts';
import { isManualMethod } from '#features/payments/contract/enums.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { EmailTemplateName } from '#shared/emails.ts';
import { type EventActor, type OrderTransition, type Party, parties } from '../contract/enums.ts';
import { listDeliverables } from '../queries/files.ts';
import { listContentItems, type OrderRow } from '../queries/orders.ts';
import { transitionMessages } from '../rules/event-messages.ts';
import { ADD_FILES, formatNextAction, nextActionByStatus } from '../rules/summary.ts';
import { buildOrderUrl } from './access.ts';

export type NotificationServices = EmailServices & Pick<ApiServices, 'encryption'>;

/** Returns the services for emails sent at the time of an {@link IssueContext}. */
export const toNotificationServices = (issuing: IssueContext) => ({ ...issuing, now: () => issuing.now });

/**
 * Returns the client, at their account's address if they have one, or the owner, with their link to the order, the
 * props of every email about it (`about`) and its Reply-To (`replies`); undefined while there is no owner.
 */
export async function findRecipient(party: Party, tx: Transaction, services: NotificationServices, order: OrderRow) {
  const { id: number, title } = order;
  const replies = party === 'client' ? await getOwnerReplyTo(tx) : {};
  const toRecipient = (name: string, email: string, link: string) => {
    return { name, email, link, about: { name, url: link, number, title }, replies };
  };
  if (party === 'client') {
    const account = order.clientId === null ? undefined : await getUser(tx, order.clientId);
    return toRecipient(order.clientName, account?.email ?? order.clientEmail, buildOrderUrl(services, order));
  }
  const owner = await findOwner(tx);
  return owner ? toRecipient(owner.name, owner.email, services.siteUrl + dashboardPaths.order(number)) : undefined;
}

export type OrderRecipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Queues an email about an order to one party, in the caller's transaction. */
export async function notifyParty<Name extends EmailTemplateName>(
  party: Party,
  tx: Transaction,
  services: NotificationServices,
  order: OrderRow,
  mail: Pick<NewEmail<Name>, 'template' | 'attachments'> & {
    readonly props: (recipient: OrderRecipient) => NewEmail<Name>['props'];
  },
): Promise<void> {
  const to = await findRecipient(party, tx, services, order);
  if (!to) return;
  const { props, ...rest } = mail;
  const { name, email, replies } = to;
  await enqueueEmail(tx, services, { ...rest, ...replies, to: { name, email }, props: props(to) });
}

/**
 * Notifies both parties of a new order or quote request. `agreement` is the PDF of the agreement: empty if it can't be
 * attached, undefined if nothing is agreed yet.
 */
export async function notifyOrderPlaced(
  tx: Transaction,
  services: NotificationServices,
  order: OrderRow,
  agreement?: readonly EmailAttachment[],
): Promise<void> {
  const attachments = agreement ?? [];
  const agreementProps = { isQuoted: agreement === undefined, hasAttachment: attachments.length > 0 };
  await notifyParty('client', tx, services, order, {
    attachments,
    template: 'order_placed',
    props: ({ about }) => ({ ...about, ...agreementProps }),
  });
  const { clientName, brief, isUrgent } = order;
  await notifyParty('owner', tx, services, order, {
    attachments,
    template: 'order_received',
    props: ({ about }) => ({ ...about, clientName, brief, isUrgent, ...agreementProps }),
  });
}

/** Recipients of automatic transitions. Clients get a receipt for payments instead. */
const autoRecipients: Readonly<Partial<Record<OrderTransition, readonly Party[]>>> = {
  pay_deposit: ['owner'],
  pay_in_full: ['owner'],
  activate_subscription: ['owner'],
  receive_content: ['owner'],
  pay_balance: ['owner'],
  expire: ['client', 'owner'],
  end_subscription: ['client', 'owner'],
  deliver: ['client'],
};

/** A delivered order is paid (term 12), so the client can write a testimonial. */
const TESTIMONIAL_PROMPT = 'If you’re happy with it, you can write a testimonial on the order page.';

/** Notifies the other party of a transition, or both parties of an automatic one. */
export async function notifyTransition(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  { transition, actor, reason }: { transition: OrderTransition; actor: EventActor; reason?: string },
): Promise<void> {
  // Acceptance is announced with the agreement, once its PDF is rendered.
  if (transition === 'accept_quote') return;
  // The email about the revision or the accepted change order announces it (`revisions/actions.ts`).
  if (transition === 'request_revision') return;
  const recipients = actor === 'system' ? (autoRecipients[transition] ?? []) : parties.filter(party => party !== actor);
  for (const party of recipients) {
    const usualStep = await formatNextStep(tx, order, transition, party);
    const nextStep = party === 'client' && transition === 'deliver' ? `${usualStep} ${TESTIMONIAL_PROMPT}` : usualStep;
    const message = transitionMessages[transition];
    await notifyOrderUpdate(party, tx, issuing, order, { message, nextStep, reason: reason?.trim() || null });
  }
}

/**
 * Returns the next step after a transition, for one party. A paid project is delivered automatically if it has files, and
 * completed work can be paid already. When the deposit is paid, all content can be in already.
 */
async function formatNextStep(tx: Transaction, order: OrderRow, transition: OrderTransition, party: Party) {
  if (transition === 'deliver' && (await listDeliverables(tx, order)).length > 0)
    return 'You can download the files on the order page.';
  if (transition === 'refund' || transition === 'refund_purchase') return formatRefundStep(tx, order, party);
  if (transition === 'complete') {
    const isPaid = (await listPayableDocuments(tx, order.id, payableKinds)).every(({ owed }) => owed <= 0);
    return formatNextAction(nextActionByStatus[isPaid ? 'paid' : 'completed'], party);
  }
  if (transition === 'pay_deposit') {
    const isComplete = (await listContentItems(tx, order.id)).every(({ suppliedAt }) => suppliedAt !== null);
    return formatNextAction(nextActionByStatus[isComplete ? 'content_received' : order.status], party);
  }
  if (order.kind !== 'project' || transition !== 'pay_in_full') {
    return formatNextAction(nextActionByStatus[order.status], party);
  }
  const hasFiles = (await listDeliverables(tx, order)).length > 0;
  return hasFiles ? 'The client can download the files now.' : formatNextAction(ADD_FILES, party);
}

/** Returns what follows a refund: money that was transferred has to be sent back by the owner. */
async function formatRefundStep(tx: Transaction, order: OrderRow, party: Party) {
  if (party === 'client') return 'You’ll get an email once the refund is sent.';
  const payments = await listConfirmedPayments(tx, order.id);
  return payments.some(({ payment }) => isManualMethod(payment.method))
    ? 'Send the refund to the client, then mark it as sent on the Payments page.'
    : 'You don’t need to do anything. The refund is sent automatically.';
}

/** Notifies one party of an event: `message` says what happened, `nextStep` what follows. */
export async function notifyOrderUpdate(
  party: Party,
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  { message, nextStep, reason = null }: { message: string; nextStep: string; reason?: string | null },
): Promise<void> {
  await notifyParty(party, tx, toNotificationServices(issuing), order, {
    template: 'order_updated',
    props: ({ about }) => ({ ...about, message, nextStep, reason }),
  });
}

/** Sends the client the link to their order. */
export async function sendAccessLink(tx: Transaction, services: NotificationServices, order: OrderRow): Promise<void> {
  await notifyParty('client', tx, services, order, { template: 'order_link', props: ({ about }) => about });
}
