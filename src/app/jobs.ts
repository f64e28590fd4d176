import { sendDocument, type BillingJobServices } from '#features/billing/jobs.ts';
import { sendDocumentQueue } from '#features/billing/rules/queues.ts';
import { type BlogJobServices, publishScheduledPostsJob, deleteExpiredPostsJob } from '#features/blog/jobs.ts';
import { publishPostsQueue, cleanupPostsQueue } from '#features/blog/rules/queues.ts';
import { type BookingJobServices, runBookingMaintenance } from '#features/bookings/jobs/jobs.ts';
import { bookingMaintenanceQueue } from '#features/bookings/rules/queues.ts';
import {
  type ExternalCalendarJobServices,
  syncExternalCalendars,
} from '#features/bookings/jobs/sync-external-calendars.ts';
import { syncExternalCalendarsQueue } from '#features/bookings/rules/external-calendar-sync.ts';
import { type CommentJobServices, sendModerationDigest, cleanUpComments } from '#features/comments/jobs.ts';
import { moderationDigestQueue, commentsCleanupQueue } from '#features/comments/rules/queues.ts';
import { type ContactJobServices, cleanUpContactMessages } from '#features/contact/jobs.ts';
import { contactCleanupQueue } from '#features/contact/rules/queues.ts';
import { type InsightsJobServices, runInsightsMaintenance } from '#features/insights/jobs.ts';
import { insightsMaintenanceQueue } from '#features/insights/rules/queues.ts';
import { invalidateLikeCounts } from '#features/likes/jobs.ts';
import { followQueue } from '#features/likes/rules.ts';
import { deliverEmail, type EmailDelivery, type EmailJobServices, cleanUpEmails } from '#features/email/jobs.ts';
import { createSmtpTransport } from '#features/email/provider.ts';
import { deliverEmailQueue, emailCleanupQueue } from '#features/email/rules.ts';
import { generateImageSizesQueue, deleteFilesQueue } from '#features/media/actions/queues.ts';
import { type MediaJobServices, preparePicture, deleteFilesJob } from '#features/media/jobs.ts';
import {
  type NewsletterJobServices,
  sendBatch,
  resumeInterruptedSends,
  runNewsletterMaintenance,
} from '#features/newsletter/jobs.ts';
import { sendBatchQueue, newsletterMaintenanceQueue } from '#features/newsletter/rules/queues.ts';
import { type OrderJobServices, processDueOrders, sendAgreement } from '#features/orders/jobs.ts';
import { sendAgreementQueue, processDueOrdersQueue } from '#features/orders/rules/queues.ts';
import { refreshPayment, processRefund, type PaymentJobServices, cleanUpPayments } from '#features/payments/jobs.ts';
import { refreshPaymentQueue, processRefundQueue, paymentCleanupQueue } from '#features/payments/rules/queues.ts';
import {
  type ProjectJobServices,
  publishScheduledProjectsJob,
  deleteExpiredProjectsJob,
} from '#features/projects/jobs.ts';
import { publishProjectsQueue, cleanupProjectsQueue } from '#features/projects/rules/queues.ts';
import { deleteExpiredImportsJob, runImport, type ImportJobServices } from '#features/import-export/jobs.ts';
import { cleanupImportsQueue, importQueue } from '#features/import-export/rules/queues.ts';
import { cleanup } from '#platform/jobs/cleanup.ts';
import type { Jobs, Queue } from '#platform/jobs/jobs.ts';
import type { Config } from './config.ts';

/** Every feature's queues. */
export const queues: readonly Queue[] = [
  deliverEmailQueue,
  emailCleanupQueue,
  publishPostsQueue,
  cleanupPostsQueue,
  generateImageSizesQueue,
  deleteFilesQueue,
  publishProjectsQueue,
  cleanupProjectsQueue,
  moderationDigestQueue,
  commentsCleanupQueue,
  followQueue,
  importQueue,
  cleanupImportsQueue,
  sendDocumentQueue,
  processDueOrdersQueue,
  sendAgreementQueue,
  processRefundQueue,
  refreshPaymentQueue,
  paymentCleanupQueue,
  contactCleanupQueue,
  insightsMaintenanceQueue,
  bookingMaintenanceQueue,
  syncExternalCalendarsQueue,
  sendBatchQueue,
  newsletterMaintenanceQueue,
];

/** Where mails go out; undefined while no mail server is set, and mails are only kept. */
export function createEmailDelivery({ mail }: Pick<Config, 'mail'>): EmailDelivery | undefined {
  return mail && { server: createSmtpTransport(mail.smtp, mail.dkim), from: mail.from };
}

/** Begins to do what waits in the queues. Without a mail server, mails go on waiting there. */
export async function startWorkers(
  jobs: Jobs,
  services: EmailJobServices &
    BlogJobServices &
    ProjectJobServices &
    MediaJobServices &
    CommentJobServices &
    BillingJobServices &
    OrderJobServices &
    ImportJobServices &
    PaymentJobServices &
    ContactJobServices &
    InsightsJobServices &
    ExternalCalendarJobServices &
    BookingJobServices &
    NewsletterJobServices,
  delivery: EmailDelivery | undefined,
): Promise<void> {
  await jobs.start();
  if (delivery) await jobs.work(deliverEmailQueue, job => deliverEmail(services, delivery, job));
  await jobs.work(deleteFilesQueue, ({ data }) => deleteFilesJob(services, data));
  await jobs.work(generateImageSizesQueue, ({ data }) => preparePicture(services, data));
  await jobs.enqueue(services.db, emailCleanupQueue, {}, { key: 'start' });
  await jobs.work(emailCleanupQueue, () => cleanUpEmails(services, { requeue: delivery !== undefined }));
  await jobs.repeat(emailCleanupQueue, '17 * * * *', 'UTC', {});
  // What fell due while the site was down is published at once.
  await jobs.enqueue(services.db, publishPostsQueue, {}, { key: 'start' });
  await jobs.work(publishPostsQueue, () => publishScheduledPostsJob(services));
  await jobs.work(
    cleanupPostsQueue,
    cleanup(services, () => deleteExpiredPostsJob(services)),
  );
  await jobs.repeat(cleanupPostsQueue, '41 3 * * *', 'UTC', {});
  await jobs.enqueue(services.db, publishProjectsQueue, {}, { key: 'start' });
  await jobs.work(publishProjectsQueue, () => publishScheduledProjectsJob(services));
  await jobs.work(
    cleanupProjectsQueue,
    cleanup(services, () => deleteExpiredProjectsJob(services)),
  );
  await jobs.repeat(cleanupProjectsQueue, '43 3 * * *', 'UTC', {});
  await jobs.work(sendDocumentQueue, job => sendDocument(services, job));
  await jobs.work(sendAgreementQueue, job => sendAgreement(services, job));
  await jobs.work(moderationDigestQueue, () => sendModerationDigest(services));
  await jobs.work(
    commentsCleanupQueue,
    cleanup(services, () => cleanUpComments(services)),
  );
  await jobs.repeat(commentsCleanupQueue, '41 4 * * *', 'UTC', {});
  await jobs.work(followQueue, job => invalidateLikeCounts(services, job));
  await jobs.work(importQueue, ({ data }) => runImport(services, data.importId));
  await jobs.work(
    cleanupImportsQueue,
    cleanup(services, () => deleteExpiredImportsJob(services)),
  );
  await jobs.repeat(cleanupImportsQueue, '53 3 * * *', 'UTC', {});
  // What the days asked for while the site was down is done at once.
  await jobs.enqueue(services.db, processDueOrdersQueue, {}, { key: 'start' });
  await jobs.work(processDueOrdersQueue, () => processDueOrders(services));
  // Every hour, since a day begins at another one in each time zone.
  await jobs.repeat(processDueOrdersQueue, '2 * * * *', 'UTC', {});
  await jobs.work(processRefundQueue, ({ data }) => processRefund(services, data));
  await jobs.work(refreshPaymentQueue, ({ data }) => refreshPayment(services, data));
  // What was told while the site was down is asked for at once.
  await jobs.enqueue(services.db, paymentCleanupQueue, {}, { key: 'start' });
  await jobs.work(paymentCleanupQueue, () => cleanUpPayments(services));
  await jobs.repeat(paymentCleanupQueue, '*/5 * * * *', 'UTC', {});
  await jobs.work(
    contactCleanupQueue,
    cleanup(services, () => cleanUpContactMessages(services)),
  );
  await jobs.repeat(contactCleanupQueue, '47 3 * * *', 'UTC', {});
  // A day that ended while the site was down gives up its salt at once.
  await jobs.enqueue(services.db, insightsMaintenanceQueue, {}, { key: 'start' });
  await jobs.work(insightsMaintenanceQueue, () => runInsightsMaintenance(services));
  await jobs.repeat(insightsMaintenanceQueue, '*/15 * * * *', 'UTC', {});
  // Holds that ended while the site was down are ended at once; then each minute, as reminders are due to the minute.
  await jobs.enqueue(services.db, bookingMaintenanceQueue, {}, { key: 'start' });
  await jobs.work(bookingMaintenanceQueue, () => runBookingMaintenance(services));
  await jobs.repeat(bookingMaintenanceQueue, '* * * * *', 'UTC', {});
  await jobs.enqueue(services.db, syncExternalCalendarsQueue, {}, { key: 'start' });
  await jobs.work(syncExternalCalendarsQueue, () => syncExternalCalendars(services));
  // Each calendar says itself when it is due; more often than that, so that one that failed is not late.
  await jobs.repeat(syncExternalCalendarsQueue, '*/5 * * * *', 'UTC', {});
  // A sending that the end of a process broke off goes on at once.
  await resumeInterruptedSends(services);
  await jobs.work(sendBatchQueue, job => sendBatch(services, job));
  await jobs.enqueue(services.db, newsletterMaintenanceQueue, {}, { key: 'start' });
  await jobs.work(newsletterMaintenanceQueue, () => runNewsletterMaintenance(services));
  await jobs.repeat(newsletterMaintenanceQueue, '* * * * *', 'UTC', {});
}
