import { deliverMail, type MailDelivery, type MailJobServices, tidyMails } from '#features/mail/jobs.ts';
import { connectSmtp } from '#features/mail/provider.ts';
import { deliverQueue, tidyQueue } from '#features/mail/rules.ts';
import type { Jobs, Queue } from '#platform/jobs/jobs.ts';
import type { Config } from './config.ts';

/** Every feature's queues. */
export const queues: readonly Queue[] = [deliverQueue, tidyQueue];

/** Where mails go out; undefined while no mail server is set, and mails are only kept. */
export function mailDelivery({ mail }: Pick<Config, 'mail'>): MailDelivery | undefined {
  return mail && { server: connectSmtp(mail.smtp), from: mail.from };
}

/** Begins to do what waits in the queues. Without a mail server, mails go on waiting there. */
export async function startWorkers(jobs: Jobs, services: MailJobServices, delivery: MailDelivery | undefined) {
  await jobs.start();
  if (delivery) await jobs.work(deliverQueue, job => deliverMail(services, delivery, job));
  await jobs.enqueue(services.db, tidyQueue, {}, { key: 'start' });
  await jobs.work(tidyQueue, () => tidyMails(services, { requeue: delivery !== undefined }));
  await jobs.repeat(tidyQueue, '17 * * * *', 'UTC', {});
}
