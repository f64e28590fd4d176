import { authorizeDocumentUrl } from '#features/billing/index.ts';
import { pictureUpload } from '#features/media/index.ts';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { paymentChecks } from './checks.ts';
import { paymentEnvironment } from './config.ts';
import { paymentsContract } from './contract/index.ts';
import { paymentsHandlers } from './handlers/handlers.ts';
import { registerPaymentRoutes } from './handlers/routes.ts';
import { detachCard, saveCard } from './actions/saved-cards.ts';
import { chargeCard, cleanUpPayments, processRefund, refreshPayment } from './jobs.ts';
import { paymentActivitySources } from './queries/client-activity.ts';
import { createPaymentProviders, type FakePayments } from './providers/providers.ts';
import { countPaymentsByStatus } from './queries/payments.ts';
import { listDisputes } from './queries/refunds.ts';
import type { PaymentProvider, ProviderKeys } from './rules/payment-provider.ts';
import {
  chargeCardQueue,
  detachCardQueue,
  paymentCleanupQueue,
  processRefundQueue,
  refreshPaymentQueue,
  saveCardQueue,
} from './rules/queues.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    readonly payments: ProviderKeys;
  }
  interface FeatureSetup {
    readonly fakePayments: FakePayments | undefined;
  }
}
declare module '#platform/api/context.ts' {
  interface FeatureServices {
    readonly paymentProviders: readonly PaymentProvider[];
  }
}

export const payments = defineFeature({
  name: 'payments',
  environment: paymentEnvironment,
  handlers: { payments: paymentsHandlers },
  services: ({ payments: keys, fakePayments }) => ({ paymentProviders: createPaymentProviders(keys, fakePayments) }),
  routes: registerPaymentRoutes,
  checks: paymentChecks,
  clientActivity: paymentActivitySources,
  listDisputes,
  metrics: [{ name: 'freehold_payments', help: 'Payments.', label: 'status', count: countPaymentsByStatus }],
  uploads: [{ endpoint: paymentsContract.uploadPaymentProof, ...pictureUpload, authorize: authorizeDocumentUrl }],
  jobs: [
    defineJob({
      queue: processRefundQueue,
      run: (services, { data, isLastAttempt }) => processRefund(services, { ...data, isLastAttempt }),
    }),
    defineJob({ queue: refreshPaymentQueue, run: (services, { data }) => refreshPayment(services, data) }),
    defineJob({ queue: chargeCardQueue, run: (services, { data }) => chargeCard(services, data) }),
    defineJob({ queue: saveCardQueue, run: (services, { data }) => saveCard(services, data) }),
    defineJob({ queue: detachCardQueue, run: (services, { data }) => detachCard(services, data) }),
    defineJob({ queue: paymentCleanupQueue, run: cleanUpPayments, schedule: '*/5 * * * *', onStart: true }),
  ],
});
