import { setTimeout } from 'node:timers/promises';
import type { HealthCheck, HealthResult } from '#platform/health/check.ts';
import { formatAgo } from '#platform/health/check.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { providerNames, type ProviderName } from './contract/enums.ts';
import { getProviderActivity } from './queries/payments.ts';
import { type PaymentProvider, ProviderError } from './rules/payment-provider.ts';

const labels: Readonly<Record<ProviderName, string>> = { stripe: 'Stripe', paypal: 'PayPal' };

/** Failures in a row after which something may be wrong; single ones are declined or abandoned payments. */
const MANY_FAILURES = 5;

type Activity = Awaited<ReturnType<typeof getProviderActivity>>;

/** Returns the health of a provider, from its keys and recent payments. */
export function judgeProvider(
  {
    label,
    webhookUrl,
    keyProblem,
    missingEvents,
  }: {
    readonly label: string;
    readonly webhookUrl: string;
    readonly keyProblem: string | undefined;
    readonly missingEvents: readonly string[];
  },
  { failures, lastPaidAt, lastEventAt, refusedRefunds }: Activity,
  now: Temporal.Instant,
): HealthResult {
  if (keyProblem) return { status: 'warning', message: keyProblem, help: `Copy the keys from your ${label} account.` };
  if (lastPaidAt && lastPaidAt.getTime() - (lastEventAt?.getTime() ?? 0) > 3_600_000) {
    const last = lastEventAt ? `the last one was ${formatAgo(lastEventAt, now)}` : 'there was never one';
    return {
      status: 'failing',
      message: `${label} sends no webhooks (${last}), so payments are confirmed late.`,
      help: `Register the webhook ${webhookUrl} in your ${label} account, and check its secret.`,
    };
  }
  if (missingEvents.length > 0) {
    return {
      status: 'warning',
      message: `The webhook doesn’t send ${new Intl.ListFormat('en').format(missingEvents)}, so the site misses these events.`,
      help: `Add the events to the webhook ${webhookUrl} in your ${label} account.`,
    };
  }
  if (refusedRefunds > 0) {
    const refunds = refusedRefunds === 1 ? 'a refund' : `${refusedRefunds} refunds`;
    return { status: 'warning', message: `${label} refused ${refunds}.`, help: 'See Payments for the reason.' };
  }
  if (failures >= MANY_FAILURES) {
    return {
      status: 'warning',
      message: `The last ${failures} payments through ${label} failed or were abandoned.`,
      help: `Check for messages in your ${label} account, and make a payment yourself.`,
    };
  }
  const last = lastEventAt ? `The last webhook arrived ${formatAgo(lastEventAt, now)}.` : 'No webhook has arrived yet.';
  return { status: 'ok', message: `${label} is set up. ${last}` };
}

/** Milliseconds for the provider's answer, less than for the whole check. */
const TIMEOUT = 5000;

/** Returns the missing events of a webhook; none if the provider doesn't answer or its key may not read webhooks. */
async function readMissingEvents(provider: PaymentProvider, webhookUrl: string): Promise<readonly string[]> {
  try {
    return await Promise.race([provider.listMissingEvents(webhookUrl), setTimeout(TIMEOUT, [], { ref: false })]);
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

export const paymentChecks: readonly HealthCheck[] = providerNames.map(name => ({
  name,
  label: labels[name],
  group: 'Payments',
  async run({ db, paymentProviders, siteUrl, now }) {
    const provider = paymentProviders.find(each => each.name === name && !each.isFake);
    const label = labels[name];
    if (!provider) return { status: 'off', message: `No ${label} keys are set.` };
    const webhookUrl = `${siteUrl}${API_PREFIX}/webhooks/${name}`;
    const { keyProblem } = provider;
    const missingEvents = keyProblem ? [] : await readMissingEvents(provider, webhookUrl);
    const activity = await getProviderActivity(db, name);
    return judgeProvider({ label, webhookUrl, keyProblem, missingEvents }, activity, now());
  },
}));
