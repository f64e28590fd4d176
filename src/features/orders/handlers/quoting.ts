import { implement } from '@orpc/server';
import { issuingNow } from '#features/billing/actions/issue-document.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { openOrder } from '../actions/access.ts';
import { acceptQuote, recordAgreement } from '../actions/agreeing.ts';
import { readSelling } from '../actions/ordering.ts';
import { readQuoteForm, writeQuote } from '../actions/quoting.ts';
import { readCustomOffer, requestCustom } from '../actions/requesting.ts';
import { ordersContract } from '../contract/index.ts';
import { changeAsClient, changeAsOwner } from './sides.ts';

const orders = implement(ordersContract).$context<ApiContext>();

/** Asking for a quote, writing it and answering it. */
export const quotingHandlers = {
  customOffer: orders.customOffer.handler(({ context }) => readCustomOffer(context)),
  requestCustom: orders.requestCustom.handler(({ context, input }) => requestCustom(context, input)),
  quoteForm: orders.quoteForm.handler(async ({ context, input }) => {
    const { order } = await openOrder(context.db, context, input.order);
    return readQuoteForm(context.db, order, await readSelling(context.db, context.now()));
  }),
  quote: orders.quote.handler(async ({ context, input: { order: reference, ...quote } }) => {
    const selling = await readSelling(context.db, context.now());
    return changeAsOwner(context, reference, async (tx, { order, actorId: ownerId }) =>
      writeQuote(tx, await issuingNow(tx, context), { orderId: order.id, ownerId, quote, selling }),
    );
  }),
  accept: orders.accept.handler(({ context, input: { order: reference, ...typed } }) =>
    changeAsClient(context, reference, async (tx, { order, actorId }) => {
      const acceptance = { ...typed, orderId: order.id, actorId, ip: context.client.ip };
      await acceptQuote(tx, await issuingNow(tx, context), acceptance);
    }),
  ),
  recordAgreement: orders.recordAgreement.handler(({ context, input: { order: reference, ...confirmation } }) =>
    changeAsOwner(context, reference, async (tx, { order, actorId: ownerId }) =>
      recordAgreement(tx, await issuingNow(tx, context), { ...confirmation, orderId: order.id, ownerId }),
    ),
  ),
};
