import { implement } from '@orpc/server';
import { createIssueContext } from '#features/billing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { totalOf } from '#platform/database/counting.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { MOST_COUNTED, pageOf } from '#shared/lists.ts';
import { AppError } from '#shared/errors.ts';
import { toDecimalString } from '#shared/money.ts';
import { authorizeOrder } from './lifecycle/actions/access.ts';
import { createCheckoutDraft, getCheckoutDraft } from './checkout/actions/drafts.ts';
import { createOrderFile, deleteOrderFile, markContentSupplied } from './files/actions/files.ts';
import { transitionOrder } from './lifecycle/actions/transition-order.ts';
import { chooseInstallments } from './installments/actions.ts';
import { applyLateFee, waiveLateFee } from './late-fees/actions.ts';
import { notifyChangeOrderQuoted, sendAccessLink } from './lifecycle/actions/notifications.ts';
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
import {
  cancelSubscription,
  undoSubscriptionCancellation,
  pauseSubscription,
  resumeSubscription,
} from './subscriptions/actions.ts';
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

const subscriptionActions = {
  pause: pauseSubscription,
  resume: resumeSubscription,
  cancel: cancelSubscription,
  undo_cancellation: undoSubscriptionCancellation,
} as const;

const isByTurn = ({ stage }: Pick<OrderFilter, 'stage'>) =>
  stage === 'waiting_on_owner' || stage === 'waiting_on_client';

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
    const heading = [
      'Number',
      'What',
      'Kind',
      'State',
      'Client',
      'E-mail',
      'Urgent',
      'Currency',
      'Total',
      'Open',
      'Placed',
    ];
    const cellsOf = (row: OrderListItem) => [
      String(row.number),
      row.title,
      row.kind,
      orderStatusLabels[row.status],
      row.clientName,
      row.clientEmail,
      row.isUrgent ? 'yes' : '',
      row.currency,
      toDecimalString({ minor: row.total, currency: row.currency }),
      toDecimalString({ minor: row.amountDue, currency: row.currency }),
      row.placedAt,
    ];
    return csvDownload(`orders-${context.now().toString().slice(0, 10)}.csv`, heading, cellsIn(parts, cellsOf));
  }),
  getOrder: orders.getOrder.handler(({ context, input }) => getOrderDto(context, input)),
  transition: orders.transition.handler(({ context, input: { order: reference, transition, reason } }) =>
    withOrder(context, reference, async (tx, { order, party, actorId }) =>
      transitionOrder(tx, await createIssueContext(tx, context), {
        orderId: order.id,
        move: transition,
        actor: party,
        actorId,
        ...(reason ? { reason } : {}),
      }),
    ),
  ),
  sendMessage: orders.sendMessage.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { order, party, actorId }) =>
      sendMessage(tx, context, { order, sender: party, actorId, body: input.body }),
    ),
  ),
  markContentSupplied: orders.markContentSupplied.handler(({ context, input }) =>
    withOrder(context, input.order, (tx, { order }) =>
      markContentSupplied(tx, context, { orderId: order.id, position: input.position }),
    ),
  ),
  chooseInstallments: orders.chooseInstallments.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, async (tx, { order }) =>
      chooseInstallments(tx, await createIssueContext(tx, context), {
        orderId: order.id,
        installments: input.installments,
      }),
    ),
  ),
  requestRevision: orders.requestRevision.handler(({ context, input: { order: reference, size, body } }) =>
    context.db.transaction(async tx => {
      const { order, party, actorId } = await authorizeOrder(tx, context, reference);
      if (party !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
      const issuing = await createIssueContext(tx, context);
      const isIncluded = await requestRevision(tx, issuing, { orderId: order.id, actorId, size });
      await sendMessage(tx, context, { order, sender: party, actorId, body });
      return { number: order.id, isIncluded };
    }),
  ),
  grantRevision: orders.grantRevision.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { order, actorId }) =>
      grantRevision(tx, await createIssueContext(tx, context), { orderId: order.id, ownerId: actorId }),
    ),
  ),
  createChangeOrder: orders.createChangeOrder.handler(
    ({ context, input: { order: reference, lineItems, extraDays } }) =>
      withOrderAsOwner(context, reference, async (tx, { order, actorId }) => {
        const read = parseLineItems(lineItems, order.currency);
        const quote = { orderId: order.id, ownerId: actorId, lineItems: read, days: extraDays };
        await createChangeOrder(tx, await createIssueContext(tx, context), quote);
        await notifyChangeOrderQuoted(tx, context, order);
      }),
  ),
  answerChangeOrder: orders.answerChangeOrder.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, async (tx, { order, actorId }) =>
      answerChangeOrder(tx, await createIssueContext(tx, context), {
        orderId: order.id,
        actorId,
        changeId: input.change,
        accepted: input.answer === 'accept',
      }),
    ),
  ),
  declineUrgentDelivery: orders.declineUrgentDelivery.handler(({ context, input: { order: reference, reason } }) =>
    withOrderAsOwner(context, reference, async (tx, { order, actorId }) =>
      declineUrgentDelivery(tx, await createIssueContext(tx, context), { orderId: order.id, ownerId: actorId, reason }),
    ),
  ),
  resolveLateFee: orders.resolveLateFee.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { order }) => {
      const about = { orderId: order.id, documentId: input.invoice };
      const issuing = await createIssueContext(tx, context);
      if (input.decision === 'apply') await applyLateFee(tx, issuing, about);
      else await waiveLateFee(tx, issuing, { ...about, reason: input.reason || null });
    }),
  ),
  updateSubscription: orders.updateSubscription.handler(({ context, input }) =>
    withOrder(context, input.order, async (tx, { order, party, actorId }) => {
      const request = { orderId: order.id, actor: party, actorId };
      await subscriptionActions[input.action](tx, await createIssueContext(tx, context), request);
    }),
  ),
  createSupportRequest: orders.createSupportRequest.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      const { order, party, actorId } = await authorizeOrder(tx, context, input.order);
      if (party !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
      const issuing = await createIssueContext(tx, context);
      const request = { orderId: order.id, actorId, body: input.body };
      return { number: order.id, isIncluded: await createSupportRequest(tx, context, issuing, request) };
    }),
  ),
  quoteSupportRequest: orders.quoteSupportRequest.handler(
    ({ context, input: { order: reference, request, lineItems } }) =>
      withOrderAsOwner(context, reference, async (tx, { order, actorId }) => {
        const quote = { orderId: order.id, request, actorId, lineItems: parseLineItems(lineItems, order.currency) };
        await quoteSupportRequest(tx, context, await createIssueContext(tx, context), quote);
      }),
  ),
  answerSupportQuote: orders.answerSupportQuote.handler(({ context, input: { order: reference, request, answer } }) =>
    withOrderAsClient(context, reference, async (tx, { order, actorId }) => {
      const about = { orderId: order.id, request, actorId };
      await answerSupportQuote(tx, context, await createIssueContext(tx, context), {
        ...about,
        accepted: answer === 'accept',
      });
    }),
  ),
  resolveSupportRequest: orders.resolveSupportRequest.handler(({ context, input: { order: reference, request } }) =>
    withOrderAsOwner(context, reference, async (tx, { order, actorId }) =>
      resolveSupportRequest(tx, context, await createIssueContext(tx, context), {
        orderId: order.id,
        request,
        actorId,
      }),
    ),
  ),
  reopenSupportRequest: orders.reopenSupportRequest.handler(({ context, input: { order: reference, request } }) =>
    withOrderAsClient(context, reference, async (tx, { order, actorId }) =>
      reopenSupportRequest(tx, context, await createIssueContext(tx, context), { orderId: order.id, request, actorId }),
    ),
  ),
  createShowcaseProject: orders.createShowcaseProject.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      const { order, party } = await authorizeOrder(tx, context, input.order);
      if (party !== 'owner') throw new AppError('FORBIDDEN', 'Only the owner can do this.');
      return { id: await createShowcaseProject(tx, context, order.id) };
    }),
  ),
  rotateAccessLink: orders.rotateAccessLink.handler(({ context, input }) =>
    withOrderAsOwner(context, input.order, async (tx, { order }) => {
      await sendAccessLink(tx, context, await updateLinkVersion(tx, order.id));
    }),
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
