import { defineFeature, defineJob } from '#platform/feature.ts';
import { orderPaymentListener } from './actions/paid.ts';
import { ordersPersonalData } from './actions/personal-data.ts';
import { registerAgreementRoutes, registerOrderFileRoutes } from './handlers/downloads.ts';
import { ordersHandlers } from './handlers/endpoints.ts';
import { orderUploads } from './handlers/uploads.ts';
import { processDueOrders, sendAgreement } from './jobs.ts';
import { processDueOrdersQueue, sendAgreementQueue } from './rules/queues.ts';

export const orders = defineFeature({
  name: 'orders',
  handlers: { orders: ordersHandlers },
  routes(app, { contexts }) {
    registerOrderFileRoutes(app, contexts.forCaller);
    registerAgreementRoutes(app, contexts.forCaller);
  },
  uploads: orderUploads,
  jobs: [
    defineJob({ queue: sendAgreementQueue, run: sendAgreement }),
    // Hourly, because days begin at different times in different time zones.
    defineJob({ queue: processDueOrdersQueue, run: processDueOrders, schedule: '2 * * * *', onStart: true }),
  ],
  personalData: [ordersPersonalData],
  paymentListener: orderPaymentListener,
});
