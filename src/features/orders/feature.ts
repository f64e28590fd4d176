import { defineFeature, defineJob } from '#platform/feature.ts';
import { refreshTurns } from './lifecycle/actions/next-actor.ts';
import { orderPaymentListener } from './lifecycle/actions/payment-listener.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import { removeCard } from '#features/payments/index.ts';
import { findAgreementProblems } from './lifecycle/queries/agreements.ts';
import { listOrderNextSteps, orderActivitySources } from './lifecycle/queries/client-activity.ts';
import { getFileKey } from './lifecycle/queries/files.ts';
import { deleteClosedOrderContent, listCardsForUser, listOrdersForUser } from './lifecycle/queries/personal-data.ts';
import { orderUploads, registerOrderFileRoutes } from './files/handlers.ts';
import { ordersHandlers } from './handlers.ts';
import { processDueOrders } from './jobs.ts';
import { sendAgreement } from './agreements/jobs.ts';
import { processDueOrdersQueue, sendAgreementQueue } from './lifecycle/rules/queues.ts';
import { registerReminderRoutes } from './reminders/handlers.ts';
import { registerAgreementRoutes } from './agreements/handlers.ts';
import { cardListener, findAutomaticCharge } from './saved-card/actions.ts';
import { registerCardRoutes } from './saved-card/handlers.ts';

export const orders = defineFeature({
  name: 'orders',
  handlers: { orders: ordersHandlers },
  routes(app, options) {
    registerOrderFileRoutes(app, options);
    registerAgreementRoutes(app, options);
    registerReminderRoutes(app, options);
    registerCardRoutes(app, options);
  },
  uploads: orderUploads,
  jobs: [
    defineJob({ queue: sendAgreementQueue, run: sendAgreement }),
    // Hourly, because days begin at different times in different time zones.
    defineJob({ queue: processDueOrdersQueue, run: processDueOrders, schedule: '2 * * * *', onStart: true }),
  ],
  // Erasure deletes the content of finished orders. Orders and documents stay for the owner's records, and open orders
  // stay available by link.
  personalData: [
    {
      name: 'orders',
      export: (db, { userId }, services) => listOrdersForUser(db, services, userId),
      async erase(tx, { userId }, { jobs, now }) {
        for (const card of await listCardsForUser(tx, userId)) await removeCard(tx, { jobs, now }, card);
        const files = await deleteClosedOrderContent(tx, userId);
        if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(getFileKey) });
      },
    },
  ],
  findAutomaticCharge,
  paymentListener: { ...orderPaymentListener, ...cardListener },
  clientActivity: orderActivitySources,
  async clientNextSteps(context, emails) {
    await refreshTurns(context);
    return listOrderNextSteps(context.db, emails);
  },
  findBackupProblems: findAgreementProblems,
});
