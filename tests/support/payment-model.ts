import { expect } from 'vitest';
import { refreshPayment, processRefund } from '#features/payments/jobs.ts';
import { signStripeWebhook } from '#fakes/fake-stripe.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { ProviderError } from '#features/payments/rules/payment-provider.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { postApi } from './api-client.ts';
import type { startFakeProviders, WebhookEvent } from './fake-payment-providers.ts';
import type { TestSite } from './test-site.ts';

type Provider = WebhookEvent['provider'];
type Providers = Awaited<ReturnType<typeof startFakeProviders>>;

/** A payment that a provider received, even if the site doesn't know it yet. Amounts are in minor units. */
interface Taken {
  readonly paymentId: number;
  readonly provider: Provider;
  /** The provider's charge ID; null until PayPal has captured the payment. */
  charge: string | null;
  readonly amount: number;
  /** True if the amount isn't the one that was due. The fake provider doesn't know such payments. */
  readonly isWrong: boolean;
  /** The disputed amount that wasn't returned. */
  disputed: number;
  dispute: string | null;
}

/** Models a client's payments. Webhooks of the providers are held back until a test delivers them. */
export function createPaymentModel(site: () => TestSite, providers: () => Providers) {
  const receivedWebhooks: WebhookEvent[] = [];
  /** Webhooks that the site has accepted. Providers resend only the others. */
  const accepted = new Set<WebhookEvent>();
  const startedPayments: { id: number; provider: Provider; reference: string; amount: number; isPaid: boolean }[] = [];
  const taken: Taken[] = [];
  const services = () => ({ ...site().http.services, log: site().log.log });
  const collect = () => void receivedWebhooks.push(...providers().takeWebhooks());
  const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await site().db.$client.query<Row>(sql, values)).rows;

  /** Reads the charge IDs of PayPal payments that the site has captured. Those that it didn't capture aren't taken. */
  async function readChargeIds(): Promise<void> {
    for (const money of taken.filter(({ charge }) => charge === null)) {
      const [row] = await rowsOf<{ provider_charge_id: string | null; status: string }>(
        'select provider_charge_id, status from payments where id = $1',
        [money.paymentId],
      );
      money.charge = row?.provider_charge_id ?? null;
      if (row?.status === 'failed') taken.splice(taken.indexOf(money), 1);
    }
  }

  /** Returns the remaining amount of a payment at its provider. */
  const leftOf = ({ charge, amount, disputed }: Taken) =>
    amount - disputed - (charge === null ? 0 : providers().refundedAmount(charge));

  const deliver = ({ provider, body, headers }: WebhookEvent) =>
    site().http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/webhooks/${provider}`,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress: '198.51.100.9',
    });

  const openRefunds = () =>
    rowsOf<{ id: number; by_hand: boolean }>(
      `select r.id, p.method not in ('stripe', 'paypal') as by_hand from refunds r join payments p on p.id = r.payment_id
        where r.status = 'pending' order by r.id`,
    );

  /** Starts a payment of the invoice at a path, if there is one. */
  async function beginAt(path: string | undefined, provider: Provider): Promise<void> {
    if (path === undefined) return;
    const answer = await postApi(site(), `/billing-documents${path.slice('/document'.length)}/payments`, {
      method: provider,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { id, checkoutUrl } = answer.json<{ id: number; checkoutUrl: string }>();
    const reference = checkoutUrl.split('/').at(-1) ?? '';
    if (startedPayments.some(one => one.id === id)) return;
    const [row] = await rowsOf<{ amount: string }>('select amount from payments where id = $1', [id]);
    startedPayments.push({ id, provider, reference, amount: Number(row?.amount), isPaid: false });
  }

  return {
    taken,
    rowsOf,
    leftOf,
    openRefunds,
    /** Starts a payment of the order's next invoice, if there is one. */
    begin({ summary, billingDocuments }: Order, provider: Provider): Promise<void> {
      return beginAt(billingDocuments.find(({ number }) => number === summary.nextPayment?.document)?.path, provider);
    },
    beginAt,
    /** Pays one of the started payments at its provider, or a wrong amount instead. */
    pay(which: number, wrong?: { readonly amount: number; readonly currency: string }): void {
      const open = startedPayments.filter(({ isPaid }) => !isPaid);
      const one = open[which % Math.max(1, open.length)];
      if (!one) return;
      one.isPaid = true;
      if (wrong && one.provider === 'stripe') {
        const charge = `pi_fake_${wrong.amount}_${crypto.randomUUID().slice(0, 8)}`;
        const session = {
          id: one.reference,
          object: 'checkout.session',
          payment_status: 'paid',
          payment_intent: charge,
        };
        const object = { ...session, amount_total: wrong.amount, currency: wrong.currency };
        const event = { id: `evt_${crypto.randomUUID()}`, object: 'event', type: 'checkout.session.completed' };
        const body = JSON.stringify({ ...event, data: { object } });
        const signature = signStripeWebhook(body, providers().webhookSecret, Math.floor(Date.now() / 1000));
        receivedWebhooks.push({ provider: 'stripe', body, headers: { 'stripe-signature': signature } });
        taken.push({
          paymentId: one.id,
          provider: 'stripe',
          charge,
          amount: wrong.amount,
          isWrong: true,
          disputed: 0,
          dispute: null,
        });
        return;
      }
      collect();
      const count = receivedWebhooks.length;
      providers()[one.provider].pay(one.reference);
      collect();
      // The site has closed it.
      if (receivedWebhooks.length === count) return;
      const charge =
        one.provider === 'stripe' ? (/"(pi_fake_\w+)"/.exec(receivedWebhooks.at(-1)?.body ?? '')?.[1] ?? null) : null;
      taken.push({
        paymentId: one.id,
        provider: one.provider,
        charge,
        amount: one.amount,
        isWrong: false,
        disputed: 0,
        dispute: null,
      });
    },
    /** Delivers one webhook this many times in parallel. It stays in the list, because providers may send it again. */
    async deliver(which: number, times: number): Promise<void> {
      const event = receivedWebhooks[which % Math.max(1, receivedWebhooks.length)];
      if (!event) return;
      const answers = await Promise.all(Array.from({ length: times }, () => deliver(event)));
      for (const { statusCode, body } of answers) expect([200, 503], body).toContain(statusCode);
      if (answers.some(({ statusCode }) => statusCode === 200)) accepted.add(event);
    },
    /**
     * Loses a webhook about a successful payment. Webhooks about refunds and disputes are kept, because providers
     * resend them.
     */
    lose(which: number): void {
      const event = receivedWebhooks[which % Math.max(1, receivedWebhooks.length)];
      if (event && /session\.completed|ORDER\.APPROVED|CAPTURE\.COMPLETED/.test(event.body)) {
        const { id } = /"payment_intent":"pi_fake_\d+_\w{8}"/.test(event.body) ? { id: null } : { id: event };
        // The fake provider doesn't know payments of wrong amounts, so without the webhook, the site would never learn
        // of them.
        if (id) receivedWebhooks.splice(receivedWebhooks.indexOf(event), 1);
      }
    },
    /** Refreshes every pending payment, as the job does. */
    async refreshPayments(): Promise<void> {
      for (const { id } of await rowsOf<{ id: number }>(
        `select id from payments where status = 'pending' order by id`,
      )) {
        await refreshPayment(services(), { paymentId: id });
      }
      collect();
      await readChargeIds();
    },
    /** Processes every pending refund, as the job does. With `isDown`, the provider is down. */
    async processRefunds(isDown = false): Promise<void> {
      for (const { id, by_hand: byHand } of await openRefunds()) {
        if (byHand) continue;
        providers().setDown(isDown);
        await processRefund(services(), { refundId: id }).catch((error: unknown) => {
          if (!(error instanceof ProviderError)) throw error;
        });
        providers().setDown(false);
      }
      collect();
    },
    /** Refunds part of a payment, as the owner can in their account at the provider. */
    async refundAtProvider(which: number, part: number): Promise<void> {
      await readChargeIds();
      const known = taken.filter(
        money => !money.isWrong && money.charge !== null && money.dispute === null && leftOf(money) > 0,
      );
      const money = known[which % Math.max(1, known.length)];
      if (!money?.charge) return;
      const amount = Math.max(1, Math.floor((leftOf(money) * part) / 100));
      await providers().refundAtProvider(money.provider, money.charge, amount);
      collect();
    },
    /** Disputes the remaining amount of a payment, or closes a dispute. */
    async dispute(which: number, outcome: 'needs_response' | 'won' | 'lost'): Promise<void> {
      await readChargeIds();
      const isBegin = outcome === 'needs_response';
      const fitting = taken.filter(
        money =>
          !money.isWrong &&
          money.provider === 'stripe' &&
          money.charge &&
          (isBegin ? money.dispute === null : money.disputed > 0),
      );
      const money = fitting[which % Math.max(1, fitting.length)];
      const amount = money ? (isBegin ? leftOf(money) : money.disputed) : 0;
      if (!money || amount <= 0 || (!isBegin && money.dispute?.endsWith('over'))) return;
      money.dispute ??= `dp_${crypto.randomUUID()}`;
      providers().stripe.announce(isBegin ? 'charge.dispute.created' : 'charge.dispute.closed', {
        id: money.dispute,
        object: 'dispute',
        payment_intent: money.charge,
        amount,
        currency: 'usd',
        status: outcome,
      });
      money.disputed = outcome === 'won' ? 0 : amount;
      collect();
    },
    /** Delivers webhooks until the site has accepted each, processes every refund, and delivers each webhook again. */
    async settle(shuffle: (count: number) => number[]): Promise<void> {
      for (let round = 0; round < 3; round++) {
        await this.refreshPayments();
        for (const place of shuffle(receivedWebhooks.length)) {
          const event = receivedWebhooks[place];
          if (event && !accepted.has(event)) await this.deliver(place, 1 + (place % 2));
        }
        await this.processRefunds();
        await site().db.$client.query('delete from rate_limits');
      }
      for (const place of shuffle(receivedWebhooks.length)) await this.deliver(place, 1);
      await readChargeIds();
    },
    /** Returns every webhook that wasn't lost. */
    events: () => [...receivedWebhooks],
    reset(): void {
      for (const list of [receivedWebhooks, startedPayments, taken]) list.length = 0;
      accepted.clear();
    },
  };
}
