import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '#features/payments/contract/enums.ts';
import type { ProviderKeys } from '#features/payments/rules/payment-provider.ts';

/** Keys under which a local site uses its fake providers; they are public. */
export const fakePaymentKeys: Required<ProviderKeys> = {
  stripe: { secretKey: 'sk_test_fake', webhookSecret: 'whsec_fake' },
  paypal: { clientId: 'this-site', clientSecret: 'fake', webhookId: 'WH-FAKE', host: 'http://paypal.fake' },
};

/** A call of a provider's API, with the path below the provider's address. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
}

/** A payment as the provider's payment page shows it. */
export interface FakePayment {
  readonly title: string;
  /** Formatted, such as "499.00 USD"; empty if a card is saved without a payment. */
  readonly amount: string;
  /** Whether it has a refund that can fail. */
  readonly isRefunded?: boolean;
  /** Whether it can still be paid. */
  readonly open: boolean;
  /** URL to return to after paying or canceling. */
  readonly returnTo: string;
  readonly cancelTo: string;
  /** Cards to choose from, by id, if the card is saved. */
  readonly cards?: Readonly<Record<string, string>>;
}

/** A payment provider in memory; its data is lost when the site stops. */
export interface FakeProvider {
  readonly name: ProviderName;
  readonly label: string;
  /** Answers like the provider's API. */
  readonly handle: (request: FakeRequest) => FakeResponse;
  readonly find: (id: string) => FakePayment | undefined;
  /** Pays an open payment, or saves a card, and sends the webhook unless it `isSilent`. */
  readonly pay: (id: string, choice?: { readonly card?: string | undefined; readonly isSilent?: boolean }) => void;
  /** Lets the refunds of a payment fail after they were made. */
  readonly failRefunds?: (id: string) => void;
  /**
   * Sets whether the provider holds the money of a payment, counts it or declines it; before it is paid, what it will do
   * then. Sends the webhook.
   */
  readonly review?: (id: string, status: 'PENDING' | 'COMPLETED' | 'DECLINED', reason?: string) => void;
  /** Sends a signed webhook about money that was paid, such as a dispute. */
  readonly announce: (type: string, object: object) => void;
}

export interface FakeProviderOptions {
  /** The provider's address; its payment page is `{address}/pay/{id}`. */
  readonly address: string;
  readonly sendWebhook: (body: string, headers: Record<string, string>) => void;
}

const MAX_ENTRIES = 1000;

/** Adds an entry and deletes the oldest one above the limit. */
export function setWithLimit<Value>(entries: Map<string, Value>, id: string, value: Value): void {
  entries.set(id, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}

/** Returns a function that repeats the first response to an idempotency key, or `conflict` if the request differs. */
export function createIdempotencyCache(conflict: FakeResponse) {
  const responses = new Map<string, { readonly request: string; readonly response: FakeResponse }>();
  return (key: string | undefined, { path, body }: FakeRequest, respond: () => FakeResponse): FakeResponse => {
    if (key === undefined) return respond();
    const first = responses.get(key);
    if (first) return first.request === path + body ? first.response : conflict;
    const response = respond();
    // Stripe repeats declines, too.
    if (response.status < 400 || response.status === 402)
      setWithLimit(responses, key, { request: path + body, response });
    return response;
  };
}
