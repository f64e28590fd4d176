import { z } from 'zod';
import type { HealthResult } from '#platform/health/check.ts';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import type { DeliveryStatus } from './contract.ts';

/** Delivers one email: ten attempts over about twenty hours, the second after two to four minutes. */
export const deliverEmailQueue: Queue<{ mailId: string; resendId?: string | undefined }> = {
  name: 'email.deliver',
  data: z.object({ mailId: z.uuid(), resendId: z.uuid().optional() }),
  maxAttempts: 10,
  retryDelaySeconds: 120,
  maxRetryDelaySeconds: 8 * 3600,
  timeoutSeconds: 120,
};

/** Deletes expired secrets, and requeues emails whose job was lost. */
export const emailCleanupQueue = createRecurringQueue('email.cleanup');

/** Failed attempts in a row after which the server counts as failing, even if each failure was about its email. */
const FAILURES_IN_A_ROW = 3;

/** Returns whether emails are delivered, judged by the last attempts (`mail_server_status`). */
export function deliveryStatus(
  configured: boolean,
  last: { lastSentAt: Date | null; failures: number; serverFailed: boolean },
): DeliveryStatus {
  if (!configured) return 'not_configured';
  if (last.serverFailed || last.failures >= FAILURES_IN_A_ROW) return 'failing';
  return last.lastSentAt ? 'working' : 'untested';
}

/** Hours for which an undelivered code or link is kept in the outbox. */
export const SECRET_RETENTION_HOURS = 24;

/** Result of a failed attempt (RFC 5321, 4.2.1), without any of the email's content. */
export interface DeliveryError {
  /** Whether retrying is useless. */
  readonly isPermanent: boolean;
  /** Whether the server rejects the recipient: 5xx at RCPT. */
  readonly isRecipientRejected: boolean;
  /** Whether the server rejected or requires credentials. */
  readonly isAuthError: boolean;
  /** Whether the server or the connection failed, so any other email would fail too. */
  readonly isServer: boolean;
  /** Two or three words for the log and the owner, such as "ECONNREFUSED" or "550". */
  readonly reason: string;
}

/** Replies that reject or require credentials (RFC 4954, 6): a problem of our settings, not of the email. */
const AUTH_ERROR_CODES = new Set([530, 534, 535, 538]);

/**
 * Classifies an error of the mail library. Rejected recipients or contents (5xx) and invalid addresses are permanent.
 * An unreachable or busy server (4xx) or rejected credentials are not: the owner can fix those.
 */
export function classifyDeliveryError(error: unknown): DeliveryError {
  const { code, command, responseCode } = { ...(error as object) } as Record<string, unknown>;
  const answer = typeof responseCode === 'number' ? responseCode : undefined;
  const name = typeof code === 'string' && /^\w+$/.test(code) ? code : undefined;
  const isFinal = answer !== undefined && answer >= 500 && !AUTH_ERROR_CODES.has(answer);
  const isRecipientRejected = isFinal && command === 'RCPT TO';
  const unsendable = answer === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const isAuthError = answer !== undefined && AUTH_ERROR_CODES.has(answer);
  const isEmailError = unsendable || code === 'FILE_MISSING' || command === 'RCPT TO' || command === 'DATA';
  return {
    isPermanent: isRecipientRejected || (isFinal && command === 'DATA') || unsendable,
    isRecipientRejected,
    isAuthError,
    isServer: isAuthError || !isEmailError,
    reason: [name, answer].filter(part => part !== undefined).join(' ') || 'unknown error',
  };
}

/** Text records in the DNS of a sender's domain; `dkim` only if this site signs emails. */
export interface SenderRecords {
  readonly spf: readonly string[];
  readonly dmarc: readonly string[];
  readonly dkim: readonly string[] | undefined;
}

/** Returns the names of the DMARC records that apply to a domain: its own, and those of the domains above it. */
export function listDmarcNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels
    .slice(0, Math.max(1, labels.length - 1))
    .map((_label, start) => `_dmarc.${labels.slice(start).join('.')}`);
}

/** Returns the missing records of a sender's domain. Without them, receivers may treat emails as spam. */
export function judgeSenderRecords(
  domain: string,
  { spf, dmarc, dkim = [] }: SenderRecords,
  signing: { readonly selector: string; readonly key: string } | undefined,
): HealthResult {
  const starts = (records: readonly string[], tag: string) => records.some(text => text.toLowerCase().startsWith(tag));
  const isSigned = !signing || dkim.some(text => text.replaceAll(/\s/g, '').includes(`p=${signing.key}`));
  const missing = [
    starts(spf, 'v=spf1') ? '' : `an SPF record at ${domain}`,
    isSigned ? '' : `the DKIM key at ${signing?.selector}._domainkey.${domain}`,
    starts(dmarc, 'v=dmarc1') ? '' : `a DMARC record at _dmarc.${domain}`,
  ].filter(record => record !== '');
  if (missing.length > 0) {
    return {
      status: 'warning',
      message: `Your emails may be treated as spam. Missing in DNS: ${missing.join(', ')}.`,
      help: 'Add the records that your email provider lists to your domain’s DNS settings.',
    };
  }
  const message = signing
    ? `${domain} has SPF and DMARC records, and the DKIM key that signs your emails.`
    : `${domain} has SPF and DMARC records. Your mail server signs emails with DKIM, which can’t be checked from here.`;
  return { status: 'ok', message };
}
