import { getSiteSections } from '#features/site/queries.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { EmailTemplateName, EmailSite, EmailTemplates } from '#shared/emails.ts';
import type { Delivery } from './contract.ts';
import {
  deleteEmailsByRecipient,
  getEmail,
  getServerStatus,
  insertEmailAttachments,
  insertEmail,
  listEmailsByRecipient,
  requeueEmail,
} from './queries.ts';
import { deliverEmailQueue, deliveryStatus } from './rules.ts';

/** What writing a mail takes of a handler's context. */
export type EmailServices = Pick<ApiServices, 'jobs' | 'now' | 'siteUrl' | 'renderEmail'>;

/** A mail to be written. */
export interface NewEmail<Name extends EmailTemplateName> {
  readonly to: { readonly name: string; readonly address: string };
  readonly template: Name;
  readonly props: EmailTemplates[Name];
  /** Whether it holds a code or link that opens something: then its text is erased once it was delivered, or after a day. */
  readonly containsSecret?: boolean;
  /** Whom answers go to, where that is not the site. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** A date that mail programs enter, change or take out (RFC 6047). */
  readonly calendarInvite?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** The absolute address that a POST of a mail program unsubscribes at (RFC 8058). It opens something: give `secret`. */
  readonly unsubscribeUrl?: string;
  /** Files of the store that go with it: read when it is delivered, so they stay there. */
  readonly attachments?: readonly EmailAttachment[];
}

/** A file that goes out with a mail. */
export interface EmailAttachment {
  /** As its reader has it. */
  readonly name: string;
  readonly contentType: string;
  /** Its name in the store of files. */
  readonly storageKey: string;
  readonly sizeBytes: number;
}

/** Whose mails these are. Throws UNAVAILABLE while the site has no content. */
export async function getEmailSite(db: Db, siteUrl: string): Promise<EmailSite> {
  const { profile } = await getSiteSections(db, ['profile']);
  const { name, timeZone } = profile;
  return { name, url: siteUrl, timeZone, address: [profile.address, profile.country].filter(Boolean).join(', ') };
}

/**
 * Writes a mail into the outbox and has it delivered, both in the caller's transaction: it goes out when that commits,
 * within about a second, and never when it rolls back. Answers its id.
 */
export async function enqueueEmail<Name extends EmailTemplateName>(
  tx: Transaction,
  services: EmailServices,
  mail: NewEmail<Name>,
): Promise<string> {
  const {
    to,
    template,
    props,
    containsSecret = false,
    replyTo,
    calendarInvite,
    unsubscribeUrl,
    attachments = [],
  } = mail;
  const written = await services.renderEmail(template, props, await getEmailSite(tx, services.siteUrl));
  const mailId = await insertEmail(tx, {
    toName: to.name,
    toAddress: to.address,
    template,
    ...written,
    secret: containsSecret,
    ...(replyTo ? { replyToName: replyTo.name, replyToAddress: replyTo.address } : {}),
    ...(calendarInvite ? { calendar: calendarInvite.content, calendarMethod: calendarInvite.method } : {}),
    ...(unsubscribeUrl ? { unsubscribeAddress: unsubscribeUrl } : {}),
    createdAt: new Date(services.now().epochMilliseconds),
  });
  await insertEmailAttachments(
    tx,
    mailId,
    attachments.map(({ name, contentType, storageKey, sizeBytes }) => ({
      name,
      type: contentType,
      file: storageKey,
      bytes: sizeBytes,
    })),
  );
  await services.jobs.enqueue(tx, deliverEmailQueue, { mailId }, { key: mailId });
  return mailId;
}

/** Returns whether emails are delivered, as the last attempts show. */
export async function getDelivery({ db, emailDelivery }: Pick<ApiContext, 'db' | 'emailDelivery'>): Promise<Delivery> {
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

/** Has a mail delivered once more. Throws NOT_FOUND, and CONFLICT when it has lost its text or is still on its way. */
export async function resendEmail(tx: Transaction, services: Pick<ApiServices, 'jobs'>, id: string): Promise<void> {
  if (!(await requeueEmail(tx, id))) {
    await getEmail(tx, id);
    throw new AppError(
      'CONFLICT',
      'This mail held a code or link, so its text was erased. Whoever needs it can ask for a new one.',
    );
  }
  if (!(await services.jobs.enqueue(tx, deliverEmailQueue, { mailId: id }, { key: id }))) {
    throw new AppError('CONFLICT', 'This mail is still on its way. It is tried again by itself.');
  }
}

/** The mails that went to somebody's address. */
export const emailPersonalData: PersonalDataProvider = {
  name: 'mails',
  export: (db, { email }) => listEmailsByRecipient(db, email),
  erase: (tx, { email }) => deleteEmailsByRecipient(tx, email),
};
