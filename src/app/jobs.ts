import { sendDocument, type DocumentJobServices } from '#features/billing/jobs.ts';
import { documentQueue } from '#features/billing/rules/queues.ts';
import { type BlogJobServices, publishDue, purgeDeleted } from '#features/blog/jobs.ts';
import { publishQueue, purgeQueue } from '#features/blog/rules/queues.ts';
import { type BookingJobServices, sweepBookings } from '#features/bookings/jobs/jobs.ts';
import { bookingsQueue } from '#features/bookings/rules/queues.ts';
import { type BusyJobServices, fetchBusyCalendars } from '#features/bookings/jobs/sync-external-calendars.ts';
import { busyCalendarsQueue } from '#features/bookings/rules/external-calendar-sync.ts';
import { type CommentJobServices, tellOwner, tidyComments } from '#features/comments/jobs.ts';
import { noticeQueue, tidyCommentsQueue } from '#features/comments/rules/queues.ts';
import { type ContactJobServices, tidyContact } from '#features/contact/jobs.ts';
import { tidyContactQueue } from '#features/contact/rules/queues.ts';
import { type InsightsJobServices, tidyInsights } from '#features/insights/jobs.ts';
import { tidyInsightsQueue } from '#features/insights/rules/queues.ts';
import { followLikes } from '#features/likes/jobs.ts';
import { followQueue } from '#features/likes/rules.ts';
import { deliverMail, type MailDelivery, type MailJobServices, tidyMails } from '#features/email/jobs.ts';
import { connectSmtp } from '#features/email/provider.ts';
import { deliverQueue, tidyQueue } from '#features/email/rules.ts';
import { prepareQueue, removeQueue } from '#features/media/actions/queues.ts';
import { type MediaJobServices, preparePicture, removeFiles } from '#features/media/jobs.ts';
import { type NewsletterJobServices, sendStep, takeUpSendings, watchNewsletters } from '#features/newsletter/jobs.ts';
import { sendQueue, watchQueue } from '#features/newsletter/rules/queues.ts';
import { type OrderJobServices, runCalendar, sendAgreement } from '#features/orders/jobs.ts';
import { agreementQueue, calendarQueue } from '#features/orders/rules/queues.ts';
import { askAboutPayment, carryOutRefund, type PaymentJobServices, sweepPayments } from '#features/payments/jobs.ts';
import { askQueue, refundQueue, sweepQueue } from '#features/payments/rules/queues.ts';
import { type ProjectJobServices, publishDueProjects, purgeDeletedProjects } from '#features/projects/jobs.ts';
import { publishProjectsQueue, purgeProjectsQueue } from '#features/projects/rules/queues.ts';
import { forgetOld, runImport, type TransferJobServices } from '#features/import-export/jobs.ts';
import { forgetQueue, importQueue } from '#features/import-export/rules/queues.ts';
import { cleanup } from '#platform/jobs/cleanup.ts';
import type { Jobs, Queue } from '#platform/jobs/jobs.ts';
import type { Config } from './config.ts';

/** Every feature's queues. */
export const queues: readonly Queue[] = [
  deliverQueue,
  tidyQueue,
  publishQueue,
  purgeQueue,
  prepareQueue,
  removeQueue,
  publishProjectsQueue,
  purgeProjectsQueue,
  noticeQueue,
  tidyCommentsQueue,
  followQueue,
  importQueue,
  forgetQueue,
  documentQueue,
  calendarQueue,
  agreementQueue,
  refundQueue,
  askQueue,
  sweepQueue,
  tidyContactQueue,
  tidyInsightsQueue,
  bookingsQueue,
  busyCalendarsQueue,
  sendQueue,
  watchQueue,
];

/** Where mails go out; undefined while no mail server is set, and mails are only kept. */
export function mailDelivery({ mail }: Pick<Config, 'mail'>): MailDelivery | undefined {
  return mail && { server: connectSmtp(mail.smtp, mail.dkim), from: mail.from };
}

/** Begins to do what waits in the queues. Without a mail server, mails go on waiting there. */
export async function startWorkers(
  jobs: Jobs,
  services: MailJobServices &
    BlogJobServices &
    ProjectJobServices &
    MediaJobServices &
    CommentJobServices &
    DocumentJobServices &
    OrderJobServices &
    TransferJobServices &
    PaymentJobServices &
    ContactJobServices &
    InsightsJobServices &
    BusyJobServices &
    BookingJobServices &
    NewsletterJobServices,
  delivery: MailDelivery | undefined,
): Promise<void> {
  await jobs.start();
  if (delivery) await jobs.work(deliverQueue, job => deliverMail(services, delivery, job));
  await jobs.work(removeQueue, ({ data }) => removeFiles(services, data));
  await jobs.work(prepareQueue, ({ data }) => preparePicture(services, data));
  await jobs.enqueue(services.db, tidyQueue, {}, { key: 'start' });
  await jobs.work(tidyQueue, () => tidyMails(services, { requeue: delivery !== undefined }));
  await jobs.repeat(tidyQueue, '17 * * * *', 'UTC', {});
  // What fell due while the site was down is published at once.
  await jobs.enqueue(services.db, publishQueue, {}, { key: 'start' });
  await jobs.work(publishQueue, () => publishDue(services));
  await jobs.work(
    purgeQueue,
    cleanup(services, () => purgeDeleted(services)),
  );
  await jobs.repeat(purgeQueue, '41 3 * * *', 'UTC', {});
  await jobs.enqueue(services.db, publishProjectsQueue, {}, { key: 'start' });
  await jobs.work(publishProjectsQueue, () => publishDueProjects(services));
  await jobs.work(
    purgeProjectsQueue,
    cleanup(services, () => purgeDeletedProjects(services)),
  );
  await jobs.repeat(purgeProjectsQueue, '43 3 * * *', 'UTC', {});
  await jobs.work(documentQueue, job => sendDocument(services, job));
  await jobs.work(agreementQueue, job => sendAgreement(services, job));
  await jobs.work(noticeQueue, () => tellOwner(services));
  await jobs.work(
    tidyCommentsQueue,
    cleanup(services, () => tidyComments(services)),
  );
  await jobs.repeat(tidyCommentsQueue, '41 4 * * *', 'UTC', {});
  await jobs.work(followQueue, job => followLikes(services, job));
  await jobs.work(importQueue, ({ data }) => runImport(services, data.importId));
  await jobs.work(
    forgetQueue,
    cleanup(services, () => forgetOld(services)),
  );
  await jobs.repeat(forgetQueue, '53 3 * * *', 'UTC', {});
  // What the days asked for while the site was down is done at once.
  await jobs.enqueue(services.db, calendarQueue, {}, { key: 'start' });
  await jobs.work(calendarQueue, () => runCalendar(services));
  // Every hour, since a day begins at another one in each time zone.
  await jobs.repeat(calendarQueue, '2 * * * *', 'UTC', {});
  await jobs.work(refundQueue, ({ data }) => carryOutRefund(services, data));
  await jobs.work(askQueue, ({ data }) => askAboutPayment(services, data));
  // What was told while the site was down is asked for at once.
  await jobs.enqueue(services.db, sweepQueue, {}, { key: 'start' });
  await jobs.work(sweepQueue, () => sweepPayments(services));
  await jobs.repeat(sweepQueue, '*/5 * * * *', 'UTC', {});
  await jobs.work(
    tidyContactQueue,
    cleanup(services, () => tidyContact(services)),
  );
  await jobs.repeat(tidyContactQueue, '47 3 * * *', 'UTC', {});
  // A day that ended while the site was down gives up its salt at once.
  await jobs.enqueue(services.db, tidyInsightsQueue, {}, { key: 'start' });
  await jobs.work(tidyInsightsQueue, () => tidyInsights(services));
  await jobs.repeat(tidyInsightsQueue, '*/15 * * * *', 'UTC', {});
  // Holds that ended while the site was down are ended at once; then each minute, as reminders are due to the minute.
  await jobs.enqueue(services.db, bookingsQueue, {}, { key: 'start' });
  await jobs.work(bookingsQueue, () => sweepBookings(services));
  await jobs.repeat(bookingsQueue, '* * * * *', 'UTC', {});
  await jobs.enqueue(services.db, busyCalendarsQueue, {}, { key: 'start' });
  await jobs.work(busyCalendarsQueue, () => fetchBusyCalendars(services));
  // Each calendar says itself when it is due; more often than that, so that one that failed is not late.
  await jobs.repeat(busyCalendarsQueue, '*/5 * * * *', 'UTC', {});
  // A sending that the end of a process broke off goes on at once.
  await takeUpSendings(services);
  await jobs.work(sendQueue, job => sendStep(services, job));
  await jobs.enqueue(services.db, watchQueue, {}, { key: 'start' });
  await jobs.work(watchQueue, () => watchNewsletters(services));
  await jobs.repeat(watchQueue, '* * * * *', 'UTC', {});
}
