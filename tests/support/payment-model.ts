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

/** Money that a provider took from a client, whatever the site knows of it. In minor units. */
interface Taken {
  readonly paymentId: number;
  readonly provider: Provider;
  /** How the provider calls it; null until PayPal was told to take it. */
  charge: string | null;
  readonly amount: number;
  /** Another amount than was asked for, of which the fake provider knows nothing. */
  readonly isWrong: boolean;
  /** What a dispute took of it, and did not give back. */
  disputed: number;
  dispute: string | null;
}

/** A client's payments and what their providers tell of them, kept back until somebody delivers it. */
export function createPaymentModel(site: () => TestSite, providers: () => Providers) {
  const bag: WebhookEvent[] = [];
  const begun: { id: number; provider: Provider; reference: string; amount: number; isPaid: boolean }[] = [];
  const taken: Taken[] = [];
  const services = () => ({ ...site().http.services, log: site().log.log });
  const collect = () => void bag.push(...providers().takeTold());
  const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await site().db.$client.query<Row>(sql, values)).rows;

  /** How the provider calls what PayPal was told to take meanwhile. */
  async function learn(): Promise<void> {
    for (const money of taken.filter(({ charge }) => charge === null)) {
      const [row] = await rowsOf<{ provider_charge_id: string | null }>(
        'select provider_charge_id from payments where id = $1',
        [money.paymentId],
      );
      money.charge = row?.provider_charge_id ?? null;
    }
  }

  /** What is left of money at its provider. */
  const leftOf = ({ charge, amount, disputed }: Taken) =>
    amount - disputed - (charge === null ? 0 : providers().givenBack(charge));

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

  return {
    taken,
    rowsOf,
    leftOf,
    openRefunds,
    /** Begins a payment of what is to be paid next; whether there is such a thing. */
    async begin({ summary, billingDocuments }: Order, provider: Provider): Promise<void> {
      const next = billingDocuments.find(({ number }) => number === summary.nextPayment?.document);
      if (!next) return;
      const answer = await postApi(site(), `/billing-documents${next.path.slice('/document'.length)}/payments`, {
        method: provider,
      });
      expect(answer.statusCode, answer.body).toBe(201);
      const { id, checkoutUrl } = answer.json<{ id: number; checkoutUrl: string }>();
      const reference = checkoutUrl.split('/').at(-1) ?? '';
      if (begun.some(one => one.id === id)) return;
      const [row] = await rowsOf<{ amount: string }>('select amount from payments where id = $1', [id]);
      begun.push({ id, provider, reference, amount: Number(row?.amount), isPaid: false });
    },
    /** Pays one of those that were begun at its provider's page, or another amount than was asked for. */
    pay(which: number, wrong?: { readonly amount: number; readonly currency: string }): void {
      const open = begun.filter(({ isPaid }) => !isPaid);
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
        bag.push({ provider: 'stripe', body, headers: { 'stripe-signature': signature } });
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
      providers()[one.provider].pay(one.reference);
      collect();
      const charge = one.provider === 'stripe' ? (/"(pi_fake_\w+)"/.exec(bag.at(-1)?.body ?? '')?.[1] ?? null) : null;
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
    /** Delivers something that was told, so many times, and keeps it, since it may be told again. */
    async deliver(which: number, times: number): Promise<void> {
      const event = bag[which % Math.max(1, bag.length)];
      if (!event) return;
      const answers = await Promise.all(Array.from({ length: times }, () => deliver(event)));
      for (const { statusCode, body } of answers) expect([200, 503], body).toContain(statusCode);
    },
    /** Loses the news that something was paid. What leaves a payment is told until somebody listens. */
    lose(which: number): void {
      const event = bag[which % Math.max(1, bag.length)];
      if (event && /session\.completed|ORDER\.APPROVED|CAPTURE\.COMPLETED/.test(event.body)) {
        const { id } = /"payment_intent":"pi_fake_\d+_\w{8}"/.test(event.body) ? { id: null } : { id: event };
        // Of a wrong amount the fake knows nothing, so nobody could ask for it.
        if (id) bag.splice(bag.indexOf(event), 1);
      }
    },
    /** Asks about all that is under way, as the job does. */
    async ask(): Promise<void> {
      for (const { id } of await rowsOf<{ id: number }>(
        `select id from payments where status = 'pending' order by id`,
      )) {
        await refreshPayment(services(), { paymentId: id });
      }
      collect();
      await learn();
    },
    /** Carries out what is to be given back, as the job does; the provider may be away meanwhile. */
    async giveBack(isAway = false): Promise<void> {
      for (const { id, by_hand: byHand } of await openRefunds()) {
        if (byHand) continue;
        providers().setDown(isAway);
        await processRefund(services(), { refundId: id }).catch((error: unknown) => {
          if (!(error instanceof ProviderError)) throw error;
        });
        providers().setDown(false);
      }
      collect();
    },
    /** The owner gives back a part of some money in their account at its provider. */
    async refundThere(which: number, part: number): Promise<void> {
      await learn();
      const known = taken.filter(
        money => !money.isWrong && money.charge !== null && money.dispute === null && leftOf(money) > 0,
      );
      const money = known[which % Math.max(1, known.length)];
      if (!money?.charge) return;
      const amount = Math.max(1, Math.floor((leftOf(money) * part) / 100));
      await providers().refundThere(money.provider, money.charge, amount);
      collect();
    },
    /** A client disputes what is left of some money, or a dispute ends. */
    async dispute(which: number, outcome: 'needs_response' | 'won' | 'lost'): Promise<void> {
      await learn();
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
    /** Lets all that is known arrive at last, and all that is to be given back go. */
    async settle(shuffle: (count: number) => number[]): Promise<void> {
      for (let round = 0; round < 3; round++) {
        await this.ask();
        for (const place of shuffle(bag.length)) await this.deliver(place, 1 + (place % 2));
        await this.giveBack();
        await site().db.$client.query('delete from rate_limits');
      }
      await learn();
    },
    /** Every event that was told and not lost. */
    events: () => [...bag],
    forget(): void {
      for (const list of [bag, begun, taken]) list.length = 0;
    },
  };
}
