import type { HealthCheck, HealthResult } from '#platform/health/check.ts';
import { formatAgo } from '#platform/health/check.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { providerNames, type ProviderName } from './contract/enums.ts';
import { getProviderActivity } from './queries/payments.ts';

const labels: Readonly<Record<ProviderName, string>> = { stripe: 'Stripe', paypal: 'PayPal' };

/** Failures in a row after which something may be wrong; single ones are declined or abandoned payments. */
const MANY_FAILURES = 5;

type Activity = Awaited<ReturnType<typeof getProviderActivity>>;

/** Returns the health of a provider, from its keys and recent payments. */
export function judgeProvider(
  { label, webhookUrl, keyProblem }: { label: string; webhookUrl: string; keyProblem: string | undefined },
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

export const paymentChecks: readonly HealthCheck[] = providerNames.map(name => ({
  name,
  label: labels[name],
  group: 'Payments',
  async run({ db, paymentProviders, siteUrl, now }) {
    const provider = paymentProviders.find(each => each.name === name && !each.isFake);
    const label = labels[name];
    if (!provider) return { status: 'off', message: `No ${label} keys are set.` };
    const webhookUrl = `${siteUrl}${API_PREFIX}/webhooks/${name}`;
    return judgeProvider(
      { label, webhookUrl, keyProblem: provider.keyProblem },
      await getProviderActivity(db, name),
      now(),
    );
  },
}));
