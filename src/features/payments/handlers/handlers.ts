import { implement } from '@orpc/server';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { onceOnly } from '#platform/api/idempotency.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { beginAtProvider } from '../actions/start-checkout.ts';
import { askForNews } from '../actions/refresh-payments.ts';
import { keepOrigin, originOf } from '../actions/return-path.ts';
import { refundPayment } from '../actions/goodwill.ts';
import { beginPayment, prepareToPay, readPayable, readWays } from '../actions/create-payment.ts';
import { addProof } from '../actions/proofs.ts';
import { decideRefund } from '../actions/refund-decisions.ts';
import {
  confirmByOwner,
  handleMismatch,
  presentWork,
  readPayment,
  readWaiting,
  rejectByOwner,
  retryRefund,
  seeTakenBack,
  sendRefundByHand,
} from '../actions/review-payments.ts';
import { paymentsContract } from '../contract/index.ts';
import { countPayments, countWaiting, listMovements, listPayments } from '../queries/list-payments.ts';
import { isByHand } from '../rules/methods.ts';
import { MOVEMENT_HEADING, movementCells } from '../rules/movement-rows.ts';

/** How many of each kind that waits for the owner are shown at once, the oldest first. */
const WAITING_SHOWN = 25;

const payments = implement(paymentsContract).$context<ApiContext>();

const STARTS: RateLimit = { name: 'payments', most: 20, seconds: 900 };
const PROOFS: RateLimit = { name: 'payment-proofs', most: 20, seconds: 3600 };

const done = { done: true as const };

export const paymentsHandlers = payments.router({
  ways: payments.ways.handler(async ({ context, input }) => ({
    ...(await readWays(context.db, context, input)),
    from: originOf(context, input.number),
  })),
  pay: payments.pay.handler(async ({ context, input }) => {
    const { db, client, now } = context;
    const document = await readPayable(db, context, input);
    const { key, ...body } = input;
    const once = { endpoint: 'payments.pay', key, body };
    if (!isByHand(input.method)) await prepareToPay(context, document);
    const begun = await db.transaction(tx =>
      onceOnly(tx, context, once, async () => {
        await countTry(tx, STARTS, client.network, now());
        const { id, state } = await beginPayment(tx, context, document, input);
        return { id, state };
      }),
    );
    if (isByHand(input.method)) return { ...begun, address: null };
    if ('from' in input && input.from !== undefined) keepOrigin(context, document.number, input.from);
    // After the payment is written, so that whatever happens now loses nothing.
    return { ...begun, address: await beginAtProvider(context, begun.id, document) };
  }),
  addProof: payments.addProof.handler(async ({ context, input }) => {
    const document = await readPayable(context.db, context, input.params);
    await countTry(context.db, PROOFS, context.client.network, context.now());
    return { proof: await addProof(context, document.id, input.body) };
  }),
  check: payments.check.handler(async ({ context, input }) => {
    const document = await readPayable(context.db, context, input);
    await context.db.transaction(tx => askForNews(tx, context, document.id));
    return { ...(await readWays(context.db, context, input)), from: originOf(context, input.number) };
  }),
  waiting: payments.waiting.handler(async ({ context }) => ({
    ...(await readWaiting(context.db, context, WAITING_SHOWN)),
    totals: await countWaiting(context.db),
  })),
  list: payments.list.handler(async ({ context, input }) => {
    const [rows, total] = await Promise.all([listPayments(context.db, input), countPayments(context.db, input)]);
    return pageOf(
      input,
      rows.map(row => presentWork(context, row)),
      total,
    );
  }),
  export: payments.export.handler(async ({ context, input }) => {
    const cells = cellsIn(listMovements(context.db, input), movementCells);
    return csvDownload(`payments-${context.now().toString().slice(0, 10)}.csv`, MOVEMENT_HEADING, cells);
  }),
  confirm: payments.confirm.handler(({ context, input }) =>
    context.db.transaction(tx => confirmByOwner(tx, context, input.id)),
  ),
  reject: payments.reject.handler(({ context, input }) =>
    context.db.transaction(tx => rejectByOwner(tx, context, input)),
  ),
  handle: payments.handle.handler(async ({ context, input }) => {
    await context.db.transaction(tx => handleMismatch(tx, context, input.id));
    return done;
  }),
  get: payments.get.handler(({ context, input }) => readPayment(context.db, context, input.id)),
  refund: payments.refund.handler(({ context, input: { key, ...body } }) => {
    const { userId: ownerId } = signedInActor(context);
    const once = { endpoint: 'payments.refund', key, body };
    return context.db.transaction(tx =>
      onceOnly(tx, context, once, async () => {
        const { id: paymentId, ...refund } = body;
        return { id: await refundPayment(tx, context, { paymentId, ownerId, ...refund }) };
      }),
    );
  }),
  decideRefund: payments.decideRefund.handler(async ({ context, input }) => {
    const { userId: ownerId } = signedInActor(context);
    await context.db.transaction(tx => decideRefund(tx, context, { ...input, ownerId }));
    return done;
  }),
  sendRefund: payments.sendRefund.handler(async ({ context, input }) => {
    await context.db.transaction(tx => sendRefundByHand(tx, context, input));
    return done;
  }),
  retryRefund: payments.retryRefund.handler(async ({ context, input }) => {
    await context.db.transaction(tx => retryRefund(tx, context, input.id));
    return done;
  }),
  seeTakenBack: payments.seeTakenBack.handler(async ({ context, input }) => {
    await context.db.transaction(tx => seeTakenBack(tx, context, input.id));
    return done;
  }),
});
