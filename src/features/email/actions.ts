import { findSectionState, getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { EmailTemplateName, EmailSite, EmailTemplates } from '#shared/emails.ts';
import type { Delivery } from './contract.ts';
import {
  deleteEmailsByRecipient,
  getEmail,
  getServerStatus,
  insertEmail,
  listEmailsByRecipient,
  requeueEmail,
} from './queries.ts';
import { deliverEmailQueue, deliveryStatus } from './rules.ts';

export type EmailServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail'>;

export interface NewEmail<Name extends EmailTemplateName> {
  readonly to: { readonly name: string; readonly email: string };
  readonly template: Name;
  readonly props: EmailTemplates[Name];
  /**
   * Whether it contains a code or link that grants access. Its content is then deleted after delivery or after a day.
   */
  readonly containsSecret?: boolean;
  /** Reply-to address, if it is not the site's. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Calendar entry that email clients add, update or remove (RFC 6047). */
  readonly calendarInvite?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** Absolute URL for one-click unsubscribing by POST (RFC 8058). It grants access, so set `containsSecret`. */
  readonly unsubscribeUrl?: string;
  /** Stored files to attach. They are read at delivery, so they must stay in the store. */
  readonly attachments?: readonly EmailAttachment[];
}

export interface EmailAttachment {
  /** File name shown to the recipient. */
  readonly name: string;
  readonly contentType: string;
  /** Key in the file store. */
  readonly storageKey: string;
  readonly sizeBytes: number;
}

/** Returns the sender's site data. Throws UNAVAILABLE while the site has no content. */
export async function getEmailSite(db: Db, siteUrl: string): Promise<EmailSite> {
  const { profile } = await getSiteSections(db, ['profile']);
  const { name, timeZone } = profile;
  return { name, url: siteUrl, timeZone, address: [profile.address, profile.country].filter(Boolean).join(', ') };
}

/** Returns the owner's public address for replies from clients; none while the profile is that of the sample. */
export async function getOwnerReplyTo(db: Db): Promise<Pick<NewEmail<EmailTemplateName>, 'replyTo'>> {
  if ((await findSectionState(db, 'profile'))?.sample) return {};
  const { profile } = await getSiteSections(db, ['profile']);
  return { replyTo: { name: profile.name, address: profile.email } };
}

/**
 * Inserts an email into the outbox and its delivery job, in the caller's transaction: it is sent within about a second
 * of the commit, and never after a rollback. Returns its id.
 */
export async function enqueueEmail<Name extends EmailTemplateName>(
  tx: Transaction,
  services: EmailServices,
  mail: NewEmail<Name>,
): Promise<string> {
  const { to, template, props, containsSecret = false, replyTo, calendarInvite, attachments = [] } = mail;
  const rendered = await services.renderEmail(template, props, await getEmailSite(tx, services.siteUrl));
  const row = {
    toName: to.name,
    toEmail: to.email,
    template,
    ...rendered,
    containsSecret,
    replyToName: replyTo?.name,
    replyToEmail: replyTo?.address,
    calendarIcs: calendarInvite?.content,
    calendarMethod: calendarInvite?.method,
    unsubscribeUrl: mail.unsubscribeUrl,
    createdAt: toDate(services.now()),
  };
  const files = attachments.map(({ name, contentType, storageKey, sizeBytes }) => ({
    name,
    contentType,
    storageKey,
    sizeBytes,
  }));
  const mailId = await insertEmail(tx, row, files);
  await services.jobs.enqueue(tx, deliverEmailQueue, { mailId }, { key: mailId });
  return mailId;
}

/** Returns whether emails are delivered, as the last attempts show. */
export async function getDelivery({ db, emailDelivery }: Pick<ApiServices, 'db' | 'emailDelivery'>): Promise<Delivery> {
  const last = await getServerStatus(db);
  const status = deliveryStatus(emailDelivery !== undefined, last);
  const isFailing = status === 'failing';
  return {
    status,
    lastSentAt: last.lastSentAt?.toISOString() ?? null,
    failingSince: (isFailing && last.failingSince?.toISOString()) || null,
    lastError: isFailing ? last.lastError : null,
  };
}

/** Queues an email again and returns it. Throws NOT_FOUND, and CONFLICT if its content was deleted or it is queued. */
export async function resendEmail(tx: Transaction, services: Pick<ApiServices, 'jobs'>, { id }: { id: string }) {
  if (!(await requeueEmail(tx, id))) {
    await getEmail(tx, id);
    throw new AppError(
      'CONFLICT',
      'This email contained a code or link, so its content was deleted. The recipient can request a new one.',
    );
  }
  // Mail programs hide a second email with the same Message-ID.
  const data = { mailId: id, resendId: crypto.randomUUID() };
  if (!(await services.jobs.enqueue(tx, deliverEmailQueue, data, { key: id })))
    throw new AppError('CONFLICT', 'This email is still waiting to be sent. Your site retries it automatically.');
  return getEmail(tx, id);
}

/** Test emails per hour. */
const TEST_LIMIT: RateLimit = { name: 'test_email', maxAttempts: 5, windowSeconds: 3600 };

/** Sends a test email to the caller and returns their address. Throws CONFLICT without a mail server. */
export async function sendTestEmail(context: ApiContext): Promise<{ email: string }> {
  const { db, emailDelivery, now } = context;
  const { userId, email } = requireUser(context);
  if (!emailDelivery) throw new AppError('CONFLICT', 'Set up a mail server first: SMTP_URL and MAIL_FROM.');
  await consumeRateLimit(db, TEST_LIMIT, userId, now());
  await db.transaction(async tx => {
    const { name } = await getEmailSite(tx, context.siteUrl);
    await enqueueEmail(tx, context, { to: { name, email }, template: 'test_email', props: { name } });
  });
  return { email };
}

/** Emails to the person's address. */
export const emailPersonalData: PersonalDataProvider = {
  name: 'mails',
  export: (db, { email }) => listEmailsByRecipient(db, email),
  erase: (tx, { email }) => deleteEmailsByRecipient(tx, email),
};
