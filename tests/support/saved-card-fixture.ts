import { expect } from 'vitest';
import { buildDocumentPath } from '#features/billing/actions/document-urls.ts';
import { detachCard, saveCard } from '#features/payments/actions/saved-cards.ts';
import { chargeCard, cleanUpPayments, processRefund, refreshPayment } from '#features/payments/jobs.ts';
import { createOrderReference } from '#features/orders/lifecycle/actions/access.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { findOrder } from '#features/orders/lifecycle/queries/orders.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getApi, postApi } from './api-client.ts';
import { startFakeProviders, type WebhookEvent } from './fake-payment-providers.ts';
import { deadlineFixture } from './order-deadline-fixture.ts';

/** Orders whose cards are saved at a fake Stripe and charged by jobs, which run only when a test runs them. */
export async function savedCardFixture() {
  const providers = await startFakeProviders();
  const fixture = await deadlineFixture('UTC', providers.environment);
  const { site, db } = fixture;
  const services = { ...site.http.services, log: site.log.log };
  const jobs: Readonly<Record<string, (data: never) => Promise<void>>> = {
    'payments.charge_card': data => chargeCard(services, data),
    'payments.save_card': data => saveCard(services, data),
    'payments.detach_card': data => detachCard(services, data),
    'payments.refresh_payment': data => refreshPayment(services, data),
    'payments.process_refund': data => processRefund(services, data),
  };
  const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await db.$client.query<Row>(sql, values)).rows;

  /** Runs the waiting payment jobs, and the jobs that they add. */
  async function runJobs(): Promise<void> {
    for (;;) {
      const waiting = await query<{ name: string; data: never }>(
        `delete from pgboss.job where state = 'created' and name like 'payments.%' and name <> 'payments.cleanup' returning name, data`,
      );
      if (waiting.length === 0) return;
      for (const { name, data } of waiting) await jobs[name]?.(data);
    }
  }

  async function referenceOf(orderId: number): Promise<string> {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error('This order doesn’t exist.');
    return createOrderReference(site.http.services.encryption, order);
  }
  const read = async (orderId: number) => getApi<Order>(site, `/orders/${await referenceOf(orderId)}`);
  const apiOf = (number: string) =>
    `/billing-documents${buildDocumentPath(site.http.services, number).slice('/document'.length)}/payments`;

  /** Delivers the webhooks sent so far, each `times` times, newest first. Returns them. */
  async function deliver(times = 1): Promise<WebhookEvent[]> {
    const events = providers.takeWebhooks();
    await query('delete from rate_limits');
    for (const { provider, body, headers } of Array.from({ length: times }, () => events.toReversed()).flat()) {
      const answer = await site.http.app.inject({
        method: 'POST',
        url: `${API_PREFIX}/webhooks/${provider}`,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    return events;
  }

  /** Starts to pay a document by card, and returns Stripe's reference. */
  async function startPayment(number: string, consent?: string | null): Promise<string> {
    await query('delete from rate_limits');
    const answer = await postApi(site, apiOf(number), {
      method: 'stripe',
      ...(consent ? { cardConsent: consent } : {}),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ checkoutUrl: string }>().checkoutUrl.split('/').at(-1) ?? '';
  }

  return {
    ...fixture,
    providers,
    query,
    runJobs,
    deliver,
    read,
    referenceOf,
    startPayment,
    sweep: () => cleanUpPayments(services),
    readPayments: (number: string) => getApi<PaymentSummary>(site, apiOf(number)),
    postPayment: (number: string, body: object) => postApi(site, apiOf(number), body),
    asClient: async (orderId: number, path: string) =>
      postApi(site, `/orders/${await referenceOf(orderId)}${path}`, {}),
    /** Returns the number of an order's oldest unpaid invoice. */
    async nextInvoice(orderId: number): Promise<string> {
      const found = (await fixture.payableDocuments(orderId)).find(({ owed }) => owed > 0);
      if (!found) throw new Error('No invoice is due.');
      return found.number;
    },
    /** Pays an order's oldest unpaid invoice, and saves the card. */
    async payAndSave(orderId: number, card = 'ok'): Promise<void> {
      const number = await this.nextInvoice(orderId);
      const { cardConsent } = await this.readPayments(number);
      providers.stripe.pay(await startPayment(number, cardConsent), { card });
      await deliver();
      await runJobs();
    },
    /** Processes deadlines on a day, makes the charges, and delivers Stripe's webhooks. */
    async runOn(day: string): Promise<void> {
      fixture.at(day);
      await fixture.run();
      await runJobs();
      await deliver();
      await runJobs();
    },
    /** Returns the templates of the emails to the client written so far, and deletes them. */
    mails: async () =>
      (await fixture.takeEmails()).filter(({ toEmail }) => toEmail === 'noor@client.example').map(one => one.template),
    chargesOf: (orderId: number) =>
      query<{ attempt: number; status: string; failure_code: string | null; amount: number }>(
        `select attempt, p.status, failure_code, amount from payments p join billing_documents d on d.id = billing_document_id
          where d.order_id = $1 and attempt is not null order by p.id`,
        [orderId],
      ),
    cardsOf: (orderId: number) =>
      query<{
        status: string;
        last4: string | null;
        detached: boolean;
        consent_text: string;
        consent_ip: string | null;
      }>(
        `select status, last4, detached_at is not null as detached, consent_text, consent_ip from saved_cards where order_id = $1 order by id`,
        [orderId],
      ),
    close: async () => {
      await fixture.close();
      providers.close();
    },
  };
}

export type SavedCardFixture = Awaited<ReturnType<typeof savedCardFixture>>;
