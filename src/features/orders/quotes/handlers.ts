import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { authorizeOrder } from '../lifecycle/actions/access.ts';
import { acceptQuote, recordAgreement } from './actions/accept-quote.ts';
import { getSalesContext } from '../lifecycle/queries/sales-context.ts';
import { getQuoteForm, sendQuote } from './actions/send-quote.ts';
import { quotesContract } from './contract.ts';
import { withOrderAsClient, withOrderAsOwner } from '../lifecycle/actions/with-order.ts';

const quotes = implement(quotesContract).$context<ApiContext>();

export const quotesHandlers = {
  getQuoteForm: quotes.getQuoteForm.handler(async ({ context, input }) => {
    const { order } = await authorizeOrder(context.db, context, input.order);
    return getQuoteForm(context.db, order, await getSalesContext(context.db, context.now()));
  }),
  sendQuote: quotes.sendQuote.handler(async ({ context, input: { order: reference, ...quote } }) => {
    const selling = await getSalesContext(context.db, context.now());
    return withOrderAsOwner(context, reference, (tx, { orderId, actorId: ownerId, issuing }) =>
      sendQuote(tx, issuing, { orderId, ownerId, quote, selling }),
    );
  }),
  acceptQuote: quotes.acceptQuote.handler(({ context, input: { order: reference, ...typed } }) =>
    withOrderAsClient(context, reference, (tx, { orderId, actorId, issuing }) =>
      acceptQuote(tx, issuing, { ...typed, orderId, actorId, ip: context.client.ip }),
    ),
  ),
  recordAgreement: quotes.recordAgreement.handler(({ context, input: { order: reference, ...confirmation } }) =>
    withOrderAsOwner(context, reference, (tx, { orderId, actorId: ownerId, issuing }) =>
      recordAgreement(tx, issuing, { ...confirmation, orderId, ownerId }),
    ),
  ),
};
