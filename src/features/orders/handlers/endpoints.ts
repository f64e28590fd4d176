import { implement } from '@orpc/server';
import { issuingNow } from '#features/billing/actions/issue-document.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { totalOf } from '#platform/database/counting.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { MOST_COUNTED, pageOf } from '#shared/lists.ts';
import { AppError } from '#shared/errors.ts';
import { decimalText } from '#shared/money.ts';
import { openOrder } from '../actions/access.ts';
import { keepTyped, readTyped } from '../actions/drafts.ts';
import { addFile, removeFile, supplyContent } from '../actions/files.ts';
import { takeMove } from '../actions/following.ts';
import { chooseInstallments } from '../actions/installments.ts';
import { applyLateFee, waiveLateFee } from '../actions/late-fees.ts';
import { tellChangeQuoted, tellLink } from '../actions/notices.ts';
import { orderOffer, readOffer } from '../actions/ordering.ts';
import { readOrder } from '../actions/reading.ts';
import { answerChange, grantRevision, quoteChange, readAmounts, requestRevision } from '../actions/revisions.ts';
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from '../actions/subscriptions.ts';
import { beginShowcase } from '../actions/showcase.ts';
import { answerSupport, finishSupport, quoteSupport, reopenSupport, requestSupport } from '../actions/support.ts';
import { writeMessage } from '../actions/talking.ts';
import { refreshTurns } from '../actions/turns.ts';
import { refuseUrgency } from '../actions/urgency.ts';
import { ordersContract } from '../contract/index.ts';
import type { OrderFilter, OrderListRow } from '../contract/reading.ts';
import { countOrders, listAllOrders, listOrders, listOrderTotals, updateClientByAddress } from '../queries/lists.ts';
import { updateLinkVersion } from '../queries/orders.ts';
import { stateLabels } from '../rules/phases.ts';
import { quotingHandlers } from './quoting.ts';
import { change, changeAsClient, changeAsOwner } from './sides.ts';
import { testimonialsHandlers } from './testimonials.ts';

const orders = implement(ordersContract).$context<ApiContext>();

const subscriptionActions = {
  pause: pauseSubscription,
  resume: resumeSubscription,
  cancel: cancelSubscription,
  keep: keepSubscription,
} as const;

const isByTurn = ({ phase }: Pick<OrderFilter, 'phase'>) => phase === 'owner' || phase === 'client';

export const ordersHandlers = orders.router({
  ...quotingHandlers,
  ...testimonialsHandlers,
  keepDraft: orders.keepDraft.handler(async ({ context, input: { values } }) => {
    const typed = Object.entries(values).filter((field): field is [string, string] => field[1] !== undefined);
    return { draft: await keepTyped(context, Object.fromEntries(typed)) };
  }),
  draft: orders.draft.handler(async ({ context, input }) => ({ values: await readTyped(context, input.draft) })),
  offer: orders.offer.handler(({ context, input }) => readOffer(context, input)),
  place: orders.place.handler(({ context, input }) => orderOffer(context, input)),
  list: orders.list.handler(async ({ context, input }) => {
    const viewer = signedInActor(context);
    await updateClientByAddress(context.db, viewer);
    if (isByTurn(input)) await refreshTurns(context);
    const items = await listOrders(context.db, viewer, input);
    const total = await totalOf(input, items, () => countOrders(context.db, viewer, input));
    // Of more orders than are counted there are no totals either.
    const totals =
      input.totals === 'omit' || total > MOST_COUNTED ? [] : await listOrderTotals(context.db, viewer, input);
    return { ...pageOf(input, items, total), totals };
  }),
  export: orders.export.handler(async ({ context, input }) => {
    if (isByTurn(input)) await refreshTurns(context);
    const parts = listAllOrders(context.db, signedInActor(context), input);
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
    const cellsOf = (row: OrderListRow) => [
      String(row.number),
      row.title,
      row.kind,
      stateLabels[row.state],
      row.clientName,
      row.clientEmail,
      row.isUrgent ? 'yes' : '',
      row.currency,
      decimalText({ minor: row.total, currency: row.currency }),
      decimalText({ minor: row.owed, currency: row.currency }),
      row.placedAt,
    ];
    return csvDownload(`orders-${context.now().toString().slice(0, 10)}.csv`, heading, cellsIn(parts, cellsOf));
  }),
  get: orders.get.handler(({ context, input }) => readOrder(context, input)),
  move: orders.move.handler(({ context, input: { order: reference, move, reason } }) =>
    change(context, reference, async (tx, { order, side, actorId }) =>
      takeMove(tx, await issuingNow(tx, context), {
        orderId: order.id,
        move,
        actor: side,
        actorId,
        ...(reason ? { reason } : {}),
      }),
    ),
  ),
  write: orders.write.handler(({ context, input }) =>
    change(context, input.order, (tx, { order, side, actorId }) =>
      writeMessage(tx, context, { order, sender: side, actorId, body: input.body }),
    ),
  ),
  supply: orders.supply.handler(({ context, input }) =>
    change(context, input.order, (tx, { order }) =>
      supplyContent(tx, context, { orderId: order.id, position: input.position }),
    ),
  ),
  chooseInstallments: orders.chooseInstallments.handler(({ context, input }) =>
    changeAsClient(context, input.order, async (tx, { order }) =>
      chooseInstallments(tx, await issuingNow(tx, context), { orderId: order.id, installments: input.installments }),
    ),
  ),
  requestRevision: orders.requestRevision.handler(({ context, input: { order: reference, size, body } }) =>
    context.db.transaction(async tx => {
      const { order, side, actorId } = await openOrder(tx, context, reference);
      if (side !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
      const issuing = await issuingNow(tx, context);
      const begins = await requestRevision(tx, issuing, { orderId: order.id, actorId, size });
      await writeMessage(tx, context, { order, sender: side, actorId, body });
      return { number: order.id, begins };
    }),
  ),
  grantRevision: orders.grantRevision.handler(({ context, input }) =>
    changeAsOwner(context, input.order, async (tx, { order, actorId }) =>
      grantRevision(tx, await issuingNow(tx, context), { orderId: order.id, ownerId: actorId }),
    ),
  ),
  quoteChange: orders.quoteChange.handler(({ context, input: { order: reference, lines, days } }) =>
    changeAsOwner(context, reference, async (tx, { order, actorId }) => {
      const read = readAmounts(lines, order.currency);
      const quote = { orderId: order.id, ownerId: actorId, lines: read, days };
      await quoteChange(tx, await issuingNow(tx, context), quote);
      await tellChangeQuoted(tx, context, order);
    }),
  ),
  answerChange: orders.answerChange.handler(({ context, input }) =>
    changeAsClient(context, input.order, async (tx, { order, actorId }) =>
      answerChange(tx, await issuingNow(tx, context), {
        orderId: order.id,
        actorId,
        changeId: input.change,
        accepted: input.answer === 'accept',
      }),
    ),
  ),
  refuseUrgency: orders.refuseUrgency.handler(({ context, input: { order: reference, reason } }) =>
    changeAsOwner(context, reference, async (tx, { order, actorId }) =>
      refuseUrgency(tx, await issuingNow(tx, context), { orderId: order.id, ownerId: actorId, reason }),
    ),
  ),
  settleLateFee: orders.settleLateFee.handler(({ context, input }) =>
    changeAsOwner(context, input.order, async (tx, { order }) => {
      const about = { orderId: order.id, documentId: input.document };
      const issuing = await issuingNow(tx, context);
      if (input.answer === 'apply') await applyLateFee(tx, issuing, about);
      else await waiveLateFee(tx, issuing, { ...about, reason: input.reason || null });
    }),
  ),
  changeSubscription: orders.changeSubscription.handler(({ context, input }) =>
    change(context, input.order, async (tx, { order, side, actorId }) => {
      const request = { orderId: order.id, actor: side, actorId };
      await subscriptionActions[input.change](tx, await issuingNow(tx, context), request);
    }),
  ),
  requestSupport: orders.requestSupport.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      const { order, side, actorId } = await openOrder(tx, context, input.order);
      if (side !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
      const issuing = await issuingNow(tx, context);
      const request = { orderId: order.id, actorId, body: input.body };
      return { number: order.id, included: await requestSupport(tx, context, issuing, request) };
    }),
  ),
  quoteSupport: orders.quoteSupport.handler(({ context, input: { order: reference, request, lines } }) =>
    changeAsOwner(context, reference, async (tx, { order, actorId }) => {
      const quote = { orderId: order.id, request, actorId, lines: readAmounts(lines, order.currency) };
      await quoteSupport(tx, context, await issuingNow(tx, context), quote);
    }),
  ),
  answerSupport: orders.answerSupport.handler(({ context, input: { order: reference, request, answer } }) =>
    changeAsClient(context, reference, async (tx, { order, actorId }) => {
      const about = { orderId: order.id, request, actorId };
      await answerSupport(tx, context, await issuingNow(tx, context), { ...about, accepted: answer === 'accept' });
    }),
  ),
  finishSupport: orders.finishSupport.handler(({ context, input: { order: reference, request } }) =>
    changeAsOwner(context, reference, async (tx, { order, actorId }) =>
      finishSupport(tx, context, await issuingNow(tx, context), { orderId: order.id, request, actorId }),
    ),
  ),
  reopenSupport: orders.reopenSupport.handler(({ context, input: { order: reference, request } }) =>
    changeAsClient(context, reference, async (tx, { order, actorId }) =>
      reopenSupport(tx, context, await issuingNow(tx, context), { orderId: order.id, request, actorId }),
    ),
  ),
  beginProject: orders.beginProject.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      const { order, side } = await openOrder(tx, context, input.order);
      if (side !== 'owner') throw new AppError('FORBIDDEN', 'Only the owner can do this.');
      return { id: await beginShowcase(tx, context, order.id) };
    }),
  ),
  renewLink: orders.renewLink.handler(({ context, input }) =>
    changeAsOwner(context, input.order, async (tx, { order }) => {
      await tellLink(tx, context, await updateLinkVersion(tx, order.id));
    }),
  ),
  addFile: orders.addFile.handler(({ context, input: { params, query, body } }) =>
    addFile(context, params.order, {
      purpose: query.purpose,
      item: query.item ?? null,
      file: new File([body], query.name, { type: body.type }),
    }),
  ),
  removeFile: orders.removeFile.handler(({ context, input }) =>
    context.db.transaction(async tx => ({ number: await removeFile(tx, context, input.order, input.file) })),
  ),
});
