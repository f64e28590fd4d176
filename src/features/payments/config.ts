import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { ProviderKeys } from './rules/payment-provider.ts';

/** HTTPS, because requests carry API keys; HTTP only for this machine. */
const apiHost = z
  .string()
  .refine(url => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, pathname } = new URL(url);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return pathname === '/' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
  }, 'must be an HTTPS URL without a path')
  .transform(url => new URL(url).origin);

/** Each provider needs all of its keys, or none. */
const variables = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_HOST: apiHost.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_HOST: apiHost.default('https://api-m.paypal.com'),
};

type PaymentEnvironment = z.output<z.ZodObject<typeof variables>>;

export const paymentEnvironment = defineEnvironment(variables, value => ({ payments: parsePaymentConfig(value) }));

/** Returns the keys of payment providers. Throws a StartupError if a provider has only some of its keys. */
function parsePaymentConfig(value: PaymentEnvironment): ProviderKeys {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_HOST: stripeHost } = value;
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = value;
  assertAllOrNone(value, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  assertAllOrNone(value, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']);
  return {
    ...(secretKey && webhookSecret
      ? { stripe: { secretKey, webhookSecret, ...(stripeHost ? { host: stripeHost } : {}) } }
      : {}),
    ...(clientId && clientSecret && webhookId
      ? { paypal: { clientId, clientSecret, webhookId, host: value.PAYPAL_HOST } }
      : {}),
  };
}

function assertAllOrNone(value: PaymentEnvironment, names: readonly (keyof PaymentEnvironment)[]): void {
  const missing = names.find(name => !value[name]);
  const given = names.find(name => value[name]);
  if (!missing || !given) return;
  throw new StartupError(`Invalid setting: ${missing} must be set if ${given} is set.`);
}
