import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { totalOf } from '#platform/database/counting.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { MOST_COUNTED, pageOf } from '#shared/lists.ts';
import { toDecimalString } from '#shared/money.ts';
import { createCheckoutDraft, getCheckoutDraft } from './checkout/actions/drafts.ts';
import { createOrderFile, deleteOrderFile, markContentSupplied } from './files/actions/files.ts';
import { transitionOrder } from './lifecycle/actions/transition-order.ts';
import { chooseInstallments } from './installments/actions.ts';
import { applyLateFee, waiveLateFee } from './late-fees/actions.ts';
import { notifyOrderUpdate, sendAccessLink } from './lifecycle/actions/notifications.ts';
import { placeOrder, getCheckoutOffer } from './checkout/actions/place-order.ts';
import { getCustomPlanOptions, createCustomRequest } from './checkout/actions/request-custom-plan.ts';
import { getOrderDto } from './order-page/actions/get-order.ts';
import {
  answerChangeOrder,
  grantRevision,
  createChangeOrder,
  parseLineItems,
  requestRevision,
} from './revisions/actions.ts';
import { changeSubscription } from './subscriptions/actions.ts';
import { createShowcaseProject } from './showcase/actions.ts';
import {
  answerSupportQuote,
  resolveSupportRequest,
  quoteSupportRequest,
  reopenSupportRequest,
  createSupportRequest,
} from './support/actions.ts';
import { sendMessage } from './lifecycle/actions/messages.ts';
import { refreshTurns } from './lifecycle/actions/next-actor.ts';
import { declineUrgentDelivery } from './urgent-delivery/actions.ts';
import { ordersContract } from './contract.ts';
import type { OrderFilter, OrderListItem } from './order-page/contract.ts';
import {
  countOrders,
  listOrdersForExport,
  listOrders,
  listOrderTotals,
  linkGuestOrders,
} from './order-page/queries/list-orders.ts';
import { updateLinkVersion } from './lifecycle/queries/orders.ts';
import { orderStatusLabels } from './lifecycle/rules/stages.ts';
import { quotesHandlers } from './quotes/handlers.ts';
import { withOrder, withOrderAsClient, withOrderAsOwner } from './lifecycle/actions/with-order.ts';

const orders = implement(ordersContract).$context<ApiContext>();

const isByTurn = ({ stage }: Pick<OrderFilter, 'stage'>) =>
  stage === 'waiting_on_owner' || stage === 'waiting_on_client';

/** The cells of the spreadsheet by heading. */
const exportedColumns: Readonly<Record<string, (row: OrderListItem) => string>> = {
  Number: row => String(row.number),
  What: row => row.title,
  Kind: row => row.kind,
  State: row => orderStatusLabels[row.status],
  Client: row => row.clientName,
  'E-mail': row => row.clientEmail,
  Urgent: row => (row.isUrgent ? 'yes' : ''),
  Currency: row => row.currency,
  Total: row => toDecimalString({ minor: row.total, currency: row.currency }),
  Open: row => toDecimalString({ minor: row.amountDue, currency: row.currency }),
  Placed: row => row.placedAt,
};

export const ordersHandlers = orders.router({
  ...quotesHandlers,
  createCheckoutDraft: orders.createCheckoutDraft.handler(async ({ context, input: { values } }) => {
    const typed = Object.entries(values).filter((field): field is [string, string] => field[1] !== undefined);
    return { draftToken: await createCheckoutDraft(context, Object.fromEntries(typed)) };
  }),
  getCheckoutDraft: orders.getCheckoutDraft.handler(async ({ context, input }) => ({
    values: await getCheckoutDraft(context, input.draftToken),
  })),
  getCheckoutOffer: orders.getCheckoutOffer.handler(({ context, input }) => getCheckoutOffer(context, input)),
  createOrder: orders.createOrder.handler(({ context, input }) => placeOrder(context, input)),
  getCustomPlanOptions: orders.getCustomPlanOptions.handler(({ context }) => getCustomPlanOptions(context)),
  createCustomRequest: orders.createCustomRequest.handler(({ context, input }) => createCustomRequest(context, input)),
  listOrders: orders.listOrders.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    await linkGuestOrders(context.db, viewer);
    if (isByTurn(input)) await refreshTurns(context);
    const items = await listOrders(context.db, viewer, input);
    const total = await totalOf(input, items, () => countOrders(context.db, viewer, input));
    // Totals are skipped for lists longer than the counting limit.
    const totals =
      input.totals === 'omit' || total > MOST_COUNTED ? [] : await listOrderTotals(context.db, viewer, input);
    return { ...pageOf(input, items, total), totals };
  }),
  exportOrders: orders.exportOrders.handler(async ({ context, input }) => {
    if (isByTurn(input)) await refreshTurns(context);
    const parts = listOrdersForExport(context.db, requireUser(context), input);
    const cellsOf = (row: OrderListItem) => Object.values(exportedColumns).map(cellOf => cellOf(row));
    const name = `orders-${context.now().toString().slice(0, 10)}.csv`;
    return csvDownload(name, Object.keys(exportedColumns), cellsIn(parts, cellsOf));
  }),
  getOrder: orders.getOrder.handler(({ context, input }) => getOrderDto(context, input)),
  transition: orders.transition.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { orderId, party: actor, actorId, issuing }) => {
      const { transition: move, reason } = input;
      return transitionOrder(tx, issuing, { orderId, move, actor, actorId, ...(reason ? { reason } : {}) });
    }),
  ),
  sendMessage: orders.sendMessage.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { order, party, actorId }) =>
      sendMessage(tx, context, { order, sender: party, actorId, body: input.body }),
    ),
  ),
  markContentSupplied: orders.markContentSupplied.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { orderId, issuing }) =>
      markContentSupplied(tx, issuing, { orderId, position: input.position }),
    ),
  ),
  chooseInstallments: orders.chooseInstallments.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, (tx, { orderId, issuing }) =>
      chooseInstallments(tx, issuing, { orderId, installments: input.installments }),
    ),
  ),
  requestRevision: orders.requestRevision.handler(({ context, input: { order: reference, size, body } }) =>
    withOrderAsClient(context, reference, async (tx, { order, orderId, actorId, issuing }) => {
      const isIncluded = await requestRevision(tx, issuing, { orderId, actorId, size });
      await sendMessage(tx, context, { order, sender: 'client', actorId, body });
      return { isIncluded };
    }),
  ),
  grantRevision: orders.grantRevision.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, (tx, { orderId, actorId: ownerId, issuing }) =>
      grantRevision(tx, issuing, { orderId, ownerId }),
    ),
  ),
  createChangeOrder: orders.createChangeOrder.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { order, orderId, actorId: ownerId, issuing }) => {
      const lineItems = parseLineItems(input.lineItems, order.currency);
      await createChangeOrder(tx, issuing, { orderId, ownerId, lineItems, days: input.extraDays });
      const next = 'It begins once you accept its quote (payment term 11).';
      await notifyOrderUpdate('client', tx, issuing, order, { news: 'A change was quoted.', next });
    }),
  ),
  answerChangeOrder: orders.answerChangeOrder.handler(({ context, input: { order: reference, change, answer } }) =>
    withOrderAsClient(context, reference, (tx, { orderId, actorId, issuing }) =>
      answerChangeOrder(tx, issuing, { orderId, actorId, changeId: change, accepted: answer === 'accept' }),
    ),
  ),
  declineUrgentDelivery: orders.declineUrgentDelivery.handler(({ context, input: { order: reference, reason } }) =>
    withOrderAsOwner(context, reference, (tx, { orderId, actorId: ownerId, issuing }) =>
      declineUrgentDelivery(tx, issuing, { orderId, ownerId, reason }),
    ),
  ),
  resolveLateFee: orders.resolveLateFee.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, (tx, { orderId, issuing }) => {
      const about = { orderId, documentId: input.invoice };
      if (input.decision === 'apply') return applyLateFee(tx, issuing, about);
      return waiveLateFee(tx, issuing, { ...about, reason: input.reason || null });
    }),
  ),
  updateSubscription: orders.updateSubscription.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { orderId, party: actor, actorId, issuing }) =>
      changeSubscription(tx, issuing, input.action, { orderId, actor, actorId }),
    ),
  ),
  createSupportRequest: orders.createSupportRequest.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, async (tx, { orderId, actorId, issuing }) => ({
      isIncluded: await createSupportRequest(tx, context, issuing, { orderId, actorId, body: input.body }),
    })),
  ),
  quoteSupportRequest: orders.quoteSupportRequest.handler(({ context, input: { order: reference, ...quote } }) =>
    withOrderAsOwner(context, reference, (tx, { order, orderId, actorId, issuing }) => {
      const lineItems = parseLineItems(quote.lineItems, order.currency);
      return quoteSupportRequest(tx, issuing, { orderId, actorId, request: quote.request, lineItems });
    }),
  ),
  answerSupportQuote: orders.answerSupportQuote.handler(({ context, input: { order: reference, request, answer } }) =>
    withOrderAsClient(context, reference, (tx, { orderId, actorId, issuing }) =>
      answerSupportQuote(tx, issuing, { orderId, request, actorId, accepted: answer === 'accept' }),
    ),
  ),
  resolveSupportRequest: orders.resolveSupportRequest.handler(({ context, input: { order: reference, request } }) =>
    withOrderAsOwner(context, reference, (tx, { orderId, actorId, issuing }) =>
      resolveSupportRequest(tx, issuing, { orderId, request, actorId }),
    ),
  ),
  reopenSupportRequest: orders.reopenSupportRequest.handler(({ context, input: { order: reference, request } }) =>
    withOrderAsClient(context, reference, (tx, { orderId, actorId, issuing }) =>
      reopenSupportRequest(tx, issuing, { orderId, request, actorId }),
    ),
  ),
  createShowcaseProject: orders.createShowcaseProject.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { orderId }) => ({
      id: await createShowcaseProject(tx, context, orderId),
    })),
  ),
  rotateAccessLink: orders.rotateAccessLink.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { orderId }) =>
      sendAccessLink(tx, context, await updateLinkVersion(tx, orderId)),
    ),
  ),
  addFile: orders.addFile.handler(({ context, input: { params, query, body } }) =>
    createOrderFile(context, params.order, {
      purpose: query.purpose,
      item: query.contentItem ?? null,
      file: new File([body], query.name, { type: body.type }),
    }),
  ),
  deleteFile: orders.deleteFile.handler(({ context, input }) =>
    context.db.transaction(async tx => ({ number: await deleteOrderFile(tx, context, input.order, input.file) })),
  ),
});
