import type { Stripe } from 'stripe';
import type { Money } from '#shared/money.ts';
import { describeDecline } from '../rules/saved-cards.ts';
import {
  type CardChange,
  type CardProvider,
  type ChargeStatus,
  type ProviderCard,
  ProviderError,
  type ProviderPaymentStatus,
} from '../rules/payment-provider.ts';

interface StripeCalls {
  readonly callStripe: <Answer>(call: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;
  readonly toUnits: (amount: Money) => number;
  readonly toReceived: (
    units: number | null,
    currency: string | null,
    charge: string,
  ) => Extract<ProviderPaymentStatus, { state: 'paid' }>;
  readonly toStatus: (session: Stripe.Checkout.Session) => ProviderPaymentStatus;
}

/** Payment methods other than cards can't be recognized by brand and digits, or have no expiry. */
const CARDS_ONLY = ['card'] as const;

/** Makes a checkout save the card for charges without the client (Stripe, "Set up future payments"). */
export const savingCheckout = {
  customer_creation: 'always',
  allowed_payment_method_types: [...CARDS_ONLY],
} as const satisfies Stripe.Checkout.SessionCreateParams;

/** Saves cards with Checkout, and charges them with off-session PaymentIntents. */
export function createStripeCards({ callStripe, toUnits, toReceived, toStatus }: StripeCalls): CardProvider {
  function toChargeStatus(intent: Stripe.PaymentIntent): ChargeStatus {
    const { id: reference, status, amount, amount_received: received, currency, last_payment_error: error } = intent;
    if (status === 'succeeded') return { ...toReceived(received || amount, currency, reference), reference };
    if (status === 'processing') return { state: 'open', reference };
    const code =
      status === 'requires_action' ? 'authentication_required' : (error?.decline_code ?? error?.code ?? status);
    return { ...refusal(code, error?.code), reference };
  }

  return {
    async startSetup({ key, customerId, returnTo, cancelTo }) {
      const session = await callStripe(stripe =>
        stripe.checkout.sessions.create(
          {
            mode: 'setup',
            customer: customerId,
            allowed_payment_method_types: [...CARDS_ONLY],
            metadata: { card: key },
            setup_intent_data: { metadata: { card: key } },
            success_url: returnTo,
            cancel_url: cancelTo,
          },
          { idempotencyKey: key },
        ),
      );
      if (!session.url) throw new ProviderError('rejected', 'Stripe returned no page to save a card.');
      return { reference: session.id, redirectUrl: session.url };
    },

    async getSavedCard(reference) {
      const expand = ['payment_intent.payment_method', 'setup_intent.payment_method'];
      const session = await rejectedAs(null, () =>
        callStripe(stripe => stripe.checkout.sessions.retrieve(reference, { expand })),
      );
      if (session?.status === 'open') return 'open';
      const intent = (session?.setup_intent ?? session?.payment_intent) as
        | { readonly payment_method: Stripe.PaymentMethod | null }
        | null
        | undefined;
      return toCard(intent?.payment_method, session?.customer) ?? 'failed';
    },

    async charge({ key, attempt, customerId, methodId, amount, title }) {
      try {
        const intent = await callStripe(stripe =>
          stripe.paymentIntents.create(
            {
              amount: toUnits(amount),
              currency: amount.currency.toLowerCase(),
              customer: customerId,
              payment_method: methodId,
              allowed_payment_method_types: [...CARDS_ONLY],
              off_session: true,
              confirm: true,
              description: title,
              metadata: { payment: key, attempt: String(attempt) },
            },
            { idempotencyKey: key },
          ),
        );
        return toChargeStatus(intent);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
        const {
          type,
          payment_intent: intent,
          decline_code: declined,
          code,
        } = (error.cause ?? {}) as Partial<Stripe.errors.StripeError & { payment_intent: Stripe.PaymentIntent }>;
        // Other errors are about a card that is gone, or an impossible amount.
        const reason = type === 'StripeCardError' ? (declined ?? code ?? 'card_declined') : 'not_chargeable';
        return { ...refusal(reason, code), reference: intent?.id ?? null };
      }
    },

    async findCharge({ key, customerId }) {
      const list = () => callStripe(stripe => stripe.paymentIntents.list({ customer: customerId, limit: 100 }));
      const intents = await rejectedAs(null, list);
      const intent = intents?.data.find(({ metadata }) => metadata.payment === key && metadata.attempt);
      return intent ? toChargeStatus(intent) : null;
    },

    async closeCheckout(reference) {
      // Stripe refuses to expire sessions that are complete or expired.
      const expired = await rejectedAs(null, () => callStripe(stripe => stripe.checkout.sessions.expire(reference)));
      if (expired) return toStatus(expired);
      const session = await rejectedAs(null, () => callStripe(stripe => stripe.checkout.sessions.retrieve(reference)));
      return session ? toStatus(session) : { state: 'failed', reason: 'Stripe couldn’t find the payment.' };
    },

    async detach(methodId) {
      await rejectedAs(null, () => callStripe(stripe => stripe.paymentMethods.detach(methodId)));
    },
  };
}

/** Returns the change of a saved card that an event reports; undefined if it is about something else. */
export function toCardChange({ type, data }: Stripe.Event): CardChange | undefined {
  if (type === 'checkout.session.completed') {
    const { mode, metadata } = data.object;
    return mode === 'setup' && metadata?.card ? { state: 'saved', key: metadata.card } : undefined;
  }
  if (type === 'payment_method.detached') return { state: 'detached', methodId: data.object.id };
  if (type !== 'payment_method.updated' && type !== 'payment_method.automatically_updated') return undefined;
  const card = toCard(data.object, '');
  return card && { state: 'updated', ...card };
}

function toCard(
  method: Stripe.PaymentMethod | null | undefined,
  customer: string | { readonly id: string } | null | undefined,
): ProviderCard | undefined {
  if (!method?.card || customer === null || customer === undefined) return undefined;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  const customerId = typeof customer === 'string' ? customer : customer.id;
  return { customerId, methodId: method.id, brand, last4, expMonth, expYear };
}

/** Returns the status of a refused charge. Banks that want authentication say so in one of two codes. */
function refusal(code: string, errorCode: string | undefined) {
  const needed = [code, errorCode].includes('authentication_required') ? 'authentication_required' : code;
  return { state: 'failed', reason: describeDecline(needed), code: needed } as const;
}

/** Returns `other` if the provider rejects the call, for example because it doesn't know the id. */
async function rejectedAs<Answer, Other>(other: Other, call: () => Promise<Answer>): Promise<Answer | Other> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'rejected') return other;
    throw error;
  }
}
