import { implement } from '@orpc/server';
import type { IssueContext } from '#features/billing/index.ts';
import { getOwnerDate } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { totalOf } from '#platform/database/counting.ts';
import type { Transaction } from '#platform/database/database.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { MAX_EXACT_TOTAL, pageOf } from '#shared/lists.ts';
import { toDecimalString } from '#shared/money.ts';
import { createCheckoutDraft, getCheckoutDraft } from './checkout/actions/drafts.ts';
import { createOrderFile, deleteOrderFile, markContentSupplied } from './files/actions/files.ts';
import { transitionOrder } from './lifecycle/actions/transition-order.ts';
import { getReminderSettings, updateReminderSettings } from './reminders/actions.ts';
import { chooseInstallments } from './installments/actions.ts';
import { resolveLateFee } from './late-fees/actions.ts';
import { sendAccessLink } from './lifecycle/actions/notifications.ts';
import { placeOrder, getCheckoutOffer } from './checkout/actions/place-order.ts';
import { getCustomPlanOptions, createCustomRequest } from './checkout/actions/request-custom-plan.ts';
import { getOrderDto } from './order-page/actions/get-order.ts';
import {
  answerChangeOrder,
  createChangeOrder,
  grantRevision,
  requestRevision,
  withdrawChangeOrder,
} from './revisions/actions.ts';
import { refreshOrderCard, removeOrderCard } from './saved-card/actions.ts';
import { changeOrderCard } from './saved-card/handlers.ts';
import { changeSubscription } from './subscriptions/actions.ts';
import { createShowcaseProject } from './showcase/actions.ts';
import {
  answerSupportQuote,
  withdrawSupportQuote,
  resolveSupportRequest,
  quoteSupportRequest,
  reopenSupportRequest,
  createSupportRequest,
} from './support/actions.ts';
import { sendMessage } from './lifecycle/actions/messages.ts';
import { resolveBillingDetails } from './lifecycle/actions/invoice-parties.ts';
import { refreshTurns } from './lifecycle/actions/next-actor.ts';
import { declineUrgentDelivery } from './urgent-delivery/actions.ts';
import { ordersContract } from './contract.ts';
import type { ManualTransition, Party } from './lifecycle/contract/enums.ts';
import type { OrderFilter, OrderListItem } from './order-page/contract.ts';
import {
  countOrders,
  listOrdersForExport,
  listOrders,
  listOrderTotals,
  listRecurringRevenue,
  linkGuestOrders,
} from './order-page/queries/list-orders.ts';
import { updateLinkVersion } from './lifecycle/queries/orders.ts';
import { getOrderStatusLabel, orderKindLabels } from './lifecycle/rules/stages.ts';
import { findOrderBuyer } from './lifecycle/actions/invoice-parties.ts';
import { getSalesContext } from './lifecycle/queries/sales-context.ts';
import { acceptQuote, recordAgreement, sendQuote } from './quotes/actions/accept-quote.ts';
import type { QuoteInput } from './quotes/contract.ts';
import { createClientOrder } from './quotes/actions/create-client-order.ts';
import { getQuoteForm } from './quotes/actions/send-quote.ts';
import { authorizeOrder, type OpenOrder, withOrder } from './lifecycle/actions/access.ts';

const orders = implement(ordersContract).$context<ApiContext>();

const filtersByTurn = ({ stage }: Pick<OrderFilter, 'stage'>) =>
  stage === 'waiting_on_owner' || stage === 'waiting_on_client';

/** Headings of the CSV export, with the cell of each row. */
const csvColumns: Readonly<Record<string, (row: OrderListItem) => string>> = {
  Number: row => String(row.number),
  Title: row => row.title,
  Type: row => orderKindLabels[row.kind],
  Status: getOrderStatusLabel,
  Client: row => row.clientName,
  Email: row => row.clientEmail,
  Urgent: row => (row.isUrgent ? 'yes' : ''),
  Currency: row => row.currency,
  Total: row => toDecimalString({ minor: row.total, currency: row.currency }),
  Due: row => toDecimalString({ minor: row.amountDue, currency: row.currency }),
  Placed: row => row.placedAt,
};

type OrderInput = { readonly order: string; readonly idempotencyKey?: string | undefined };

/**
 * Returns a handler that runs an action on the order that its input names, in one transaction, once per idempotency key:
 * a request repeated after a lost response gets the first response. The action's request is the input, the opened order
 * and the caller.
 */
const onOrder =
  <Request, Result extends object | void>(
    endpoint: keyof typeof ordersContract,
    act: (tx: Transaction, issuing: IssueContext, request: Request, context: ApiContext) => Promise<Result>,
    party?: Party,
  ) =>
  ({ context, input }: { context: ApiContext; input: Omit<Request, keyof OpenOrder> & OrderInput }) => {
    const { order: reference, idempotencyKey: key, ...body } = input;
    return withOrder(
      context,
      reference,
      (tx, open) =>
        withIdempotencyKey(
          tx,
          context,
          { endpoint: `orders.${endpoint}`, key, body: { reference, ...body } },
          async () => {
            const result = await act(tx, open.issuing, { ...body, ...open } as Request, context);
            return result ?? ({} as Result);
          },
        ),
      party,
    );
  };

export const ordersHandlers = orders.router({
  createCheckoutDraft: orders.createCheckoutDraft.handler(({ context, input }) => createCheckoutDraft(context, input)),
  getCheckoutDraft: orders.getCheckoutDraft.handler(({ context, input }) => getCheckoutDraft(context, input)),
  getCheckoutOffer: orders.getCheckoutOffer.handler(({ context, input }) => getCheckoutOffer(context, input)),
  createOrder: orders.createOrder.handler(({ context, input }) => placeOrder(context, input)),
  getCustomPlanOptions: orders.getCustomPlanOptions.handler(({ context }) => getCustomPlanOptions(context)),
  createCustomRequest: orders.createCustomRequest.handler(({ context, input }) => createCustomRequest(context, input)),
  listOrders: orders.listOrders.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    await linkGuestOrders(context.db, viewer);
    if (filtersByTurn(input)) await refreshTurns(context);
    const items = await listOrders(context.db, viewer, input);
    const total = await totalOf(input, items, () => countOrders(context.db, viewer, input));
    // Totals are skipped for lists longer than the counting limit.
    const totals =
      input.totals === 'omit' || total > MAX_EXACT_TOTAL ? [] : await listOrderTotals(context.db, viewer, input);
    return { ...pageOf(input, items, total), totals };
  }),
  exportOrders: orders.exportOrders.handler(async ({ context, input }) => {
    if (filtersByTurn(input)) await refreshTurns(context);
    const batches = listOrdersForExport(context.db, requireUser(context), input);
    const toCells = (row: OrderListItem) => Object.values(csvColumns).map(toCell => toCell(row));
    const today = await getOwnerDate(context.db, context.now());
    return csvDownload(`orders-${today}.csv`, Object.keys(csvColumns), cellsIn(batches, toCells));
  }),
  getRecurringRevenue: orders.getRecurringRevenue.handler(async ({ context }) => ({
    items: await listRecurringRevenue(context.db),
  })),
  getReminderSettings: orders.getReminderSettings.handler(({ context }) => getReminderSettings(context.db)),
  updateReminderSettings: orders.updateReminderSettings.handler(inTransaction(updateReminderSettings)),
  getOrder: orders.getOrder.handler(({ context, input }) => getOrderDto(context, input)),
  transition: orders.transition.handler(
    onOrder(
      'transition',
      (
        tx,
        issuing,
        request: { readonly transition: ManualTransition; readonly reason?: string | undefined } & OpenOrder,
      ) => {
        const { orderId, transition, party: actor, actorId, reason } = request;
        return transitionOrder(tx, issuing, { orderId, transition, actor, actorId, ...(reason ? { reason } : {}) });
      },
    ),
  ),
  sendMessage: orders.sendMessage.handler(
    onOrder('sendMessage', async (tx, _, request: { readonly body: string } & OpenOrder, context) => {
      const { order, party: sender, actorId, body } = request;
      await sendMessage(tx, context, { order, sender, actorId, body });
    }),
  ),
  getQuoteForm: orders.getQuoteForm.handler(async ({ context, input }) => {
    const { order } = await authorizeOrder(context.db, context, input.order);
    const buyer = await findOrderBuyer(context.db, order);
    return getQuoteForm(context.db, order, await getSalesContext(context.db, context.now(), buyer));
  }),
  sendQuote: orders.sendQuote.handler(
    onOrder(
      'sendQuote',
      async (tx, issuing, request: QuoteInput & OpenOrder, context) => {
        const { order, orderId, actorId, party: _, issuing: __, ...quote } = request;
        const { depositPercent } = quote;
        const changes = depositPercent === undefined ? {} : { depositPercent };
        const sales = await getSalesContext(tx, context.now(), await findOrderBuyer(tx, order), changes);
        return sendQuote(tx, issuing, { orderId, actorId, quote, sales });
      },
      'owner',
    ),
  ),
  createClientOrder: orders.createClientOrder.handler(inTransaction(createClientOrder)),
  acceptQuote: orders.acceptQuote.handler(onOrder('acceptQuote', acceptQuote, 'client')),
  recordAgreement: orders.recordAgreement.handler(onOrder('recordAgreement', recordAgreement, 'owner')),
  markContentSupplied: orders.markContentSupplied.handler(onOrder('markContentSupplied', markContentSupplied)),
  chooseInstallments: orders.chooseInstallments.handler(onOrder('chooseInstallments', chooseInstallments, 'client')),
  requestRevision: orders.requestRevision.handler(
    onOrder(
      'requestRevision',
      async (
        tx,
        issuing,
        request: { readonly size: 'minor' | 'major'; readonly body: string } & OpenOrder,
        context,
      ) => {
        const { order, actorId, size, body } = request;
        const isIncluded = await requestRevision(tx, issuing, request);
        await sendMessage(tx, context, { order, sender: 'client', actorId, body, revision: { size, isIncluded } });
        return { isIncluded };
      },
      'client',
    ),
  ),
  grantRevision: orders.grantRevision.handler(onOrder('grantRevision', grantRevision, 'owner')),
  createChangeOrder: orders.createChangeOrder.handler(onOrder('createChangeOrder', createChangeOrder, 'owner')),
  answerChangeOrder: orders.answerChangeOrder.handler(onOrder('answerChangeOrder', answerChangeOrder, 'client')),
  withdrawChangeOrder: orders.withdrawChangeOrder.handler(onOrder('withdrawChangeOrder', withdrawChangeOrder, 'owner')),
  declineUrgentDelivery: orders.declineUrgentDelivery.handler(
    onOrder('declineUrgentDelivery', declineUrgentDelivery, 'owner'),
  ),
  resolveLateFee: orders.resolveLateFee.handler(onOrder('resolveLateFee', resolveLateFee, 'owner')),
  updateSubscription: orders.updateSubscription.handler(onOrder('updateSubscription', changeSubscription)),
  changeCard: orders.changeCard.handler(({ context, input }) => changeOrderCard(context, input.order)),
  refreshCard: orders.refreshCard.handler(onOrder('refreshCard', refreshOrderCard, 'client')),
  removeCard: orders.removeCard.handler(onOrder('removeCard', removeOrderCard, 'client')),
  createSupportRequest: orders.createSupportRequest.handler(
    onOrder('createSupportRequest', createSupportRequest, 'client'),
  ),
  quoteSupportRequest: orders.quoteSupportRequest.handler(onOrder('quoteSupportRequest', quoteSupportRequest, 'owner')),
  answerSupportQuote: orders.answerSupportQuote.handler(onOrder('answerSupportQuote', answerSupportQuote, 'client')),
  withdrawSupportQuote: orders.withdrawSupportQuote.handler(
    onOrder('withdrawSupportQuote', withdrawSupportQuote, 'owner'),
  ),
  resolveSupportRequest: orders.resolveSupportRequest.handler(
    onOrder('resolveSupportRequest', resolveSupportRequest, 'owner'),
  ),
  reopenSupportRequest: orders.reopenSupportRequest.handler(
    onOrder('reopenSupportRequest', reopenSupportRequest, 'client'),
  ),
  createShowcaseProject: orders.createShowcaseProject.handler(
    onOrder(
      'createShowcaseProject',
      (tx, _, { orderId }: OpenOrder, context) => createShowcaseProject(tx, context, orderId),
      'owner',
    ),
  ),
  resolveBillingDetails: orders.resolveBillingDetails.handler(
    onOrder('resolveBillingDetails', resolveBillingDetails, 'owner'),
  ),
  rotateAccessLink: orders.rotateAccessLink.handler(
    onOrder(
      'rotateAccessLink',
      async (tx, _, { orderId }: OpenOrder, context) =>
        sendAccessLink(tx, context, await updateLinkVersion(tx, orderId)),
      'owner',
    ),
  ),
  addFile: orders.addFile.handler(({ context, input: { params, query, body } }) =>
    createOrderFile(context, params.order, query, new File([body], query.name, { type: body.type })),
  ),
  deleteFile: orders.deleteFile.handler(inTransaction(deleteOrderFile)),
});
