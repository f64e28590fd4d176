import { issuingNow } from '#features/billing/actions/issue-document.ts';
import { findDocument } from '#features/billing/queries/documents.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { ProviderTrouble } from '#platform/api/payment-provider.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Log } from '#platform/log.ts';
import { difference } from '#shared/money-arithmetic.ts';
import { providerNamed } from './actions/start-checkout.ts';
import { giveBackExcess } from './actions/overpayments.ts';
import { lockPayment } from './actions/lock-payment.ts';
import { dropOldProofs, dropUnusedProofs } from './actions/proofs.ts';
import { finishRefund, startRefund } from './actions/refunds.ts';
import { applyNews } from './actions/settle-payment.ts';
import { tellOfRefund } from './actions/notifications.ts';
import { findPayment, listOverdue, type PaymentRow, updateAsked, updatePayment } from './queries/payments.ts';
import { findRefund, getRefunded, type RefundRow, updateProblem, updateRefund } from './queries/refunds.ts';
import { moneyOf } from './rules/received.ts';
import { PROOF_DAYS } from './contract/limits.ts';
import { ASKED_AFTER, ASKED_AGAIN_AFTER, askQueue } from './rules/queues.ts';

/** What the jobs of payments work with. */
export type PaymentJobServices = ApiServices & { readonly log: Log };

/**
 * Gives money back through its provider, under the refund's own key, so that a try whose answer was lost is not a second
 * refund. Throws while the provider does not answer, to be tried again; what it refuses waits for the owner.
 */
export async function carryOutRefund(services: PaymentJobServices, { refundId }: { refundId: number }): Promise<void> {
  const { db, log } = services;
  const found = await findRefund(db, refundId);
  if (found?.refund.state !== 'started') return;
  const { refund, payment } = found;
  if (await isGone(services, refund, payment)) return;
  const provider = providerNamed(services, payment.method);
  if (!provider) return updateProblem(db, refundId, 'The site has no keys of this provider any more.');
  try {
    const money = { minor: refund.amount, currency: moneyOf(payment).currency };
    const { reference } = await provider.refund({ key: refund.key, charge: payment.charge ?? '', amount: money });
    await db.transaction(async tx => {
      if (!(await finishRefund(tx, services.now(), refundId, reference))) return;
      const document = await findDocument(tx, payment.documentId);
      if (document) await tellOfRefund(tx, services, { ...refund, reference }, payment, document);
    });
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    log.info({ provider: provider.name, refund: refundId, reason: error.message }, 'a refund was not taken');
    await updateProblem(db, refundId, error.message.slice(0, 500));
    if (error.kind === 'away') throw error;
  }
}

/** Drops a refund of money that left the payment otherwise meanwhile, by a dispute for example; what is left of it goes back. */
async function isGone(services: PaymentJobServices, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const { db, now } = services;
  if ((await getRefunded(db, payment.id)) <= moneyOf(payment).minor) return false;
  return db.transaction(async tx => {
    await lockPayment(tx, services, payment.id);
    const at = new Date(now().epochMilliseconds);
    if (!(await updateRefund(tx, refund.id, { state: 'failed', at, reference: null }))) return true;
    if (payment.state === 'confirmed') await giveBackExcess(tx, services, payment);
    else {
      const amount = difference(moneyOf(payment).minor, await getRefunded(tx, payment.id));
      const { reason } = refund;
      if (amount > 0) await startRefund(tx, await issuingNow(tx, services), { paymentId: payment.id, amount, reason });
    }
    return true;
  });
}

/** Asks a payment's provider what became of it, so that news that were lost lose no payment. */
export async function askAboutPayment(
  services: PaymentJobServices,
  { paymentId }: { paymentId: number },
): Promise<void> {
  const { db, now } = services;
  const payment = await findPayment(db, paymentId);
  if (payment?.state !== 'started') return;
  if (payment.reference === null) return giveUp(services, paymentId, payment.createdAt);
  const provider = providerNamed(services, payment.method);
  if (!provider) return;
  const { reference, key } = payment;
  const news = await provider.find({ reference, key });
  await db.transaction(async tx => applyNews(tx, services, payment, news));
  await updateAsked(db, paymentId, new Date(now().epochMilliseconds), new Date(now().epochMilliseconds));
}

/** The provider never heard of it, or its answer was lost and with it the address to pay at. */
async function giveUp({ db, now }: PaymentJobServices, paymentId: number, createdAt: Date): Promise<void> {
  const at = now().epochMilliseconds;
  if (createdAt.getTime() > at - ASKED_AFTER.total('milliseconds')) return;
  const settled = { state: 'failed', at: new Date(at), reason: 'It never began at the provider.' } as const;
  await db.transaction(tx => updatePayment(tx, paymentId, settled, ['started']));
}

/** Queues checks of payments without a final status, and deletes transfer pictures that are unused or past retention. */
export async function sweepPayments(services: PaymentJobServices): Promise<void> {
  const { db, jobs, now } = services;
  const ago = (duration: Temporal.Duration) => new Date(now().subtract(duration).epochMilliseconds);
  const again = ago(ASKED_AGAIN_AFTER);
  await db.transaction(async tx => {
    for (const paymentId of await listOverdue(tx, ago(ASKED_AFTER), again)) {
      const mine = await updateAsked(tx, paymentId, new Date(now().epochMilliseconds), again);
      if (mine) await jobs.enqueue(tx, askQueue, { paymentId }, { key: String(paymentId) });
    }
  });
  if (!(await mayCleanUp(services))) return;
  await dropUnusedProofs(services, ago(Temporal.Duration.from({ hours: 24 })));
  await dropOldProofs(services, ago(Temporal.Duration.from({ hours: 24 * PROOF_DAYS })));
}
