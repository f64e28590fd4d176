import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import type { DeliveryStatus } from './contract.ts';

/** Delivers one mail: ten tries over some twenty hours, the second one after two to four minutes. */
export const deliverEmailQueue: Queue<{ mailId: string }> = {
  name: 'mail.deliver',
  data: z.object({ mailId: z.uuid() }),
  maxAttempts: 10,
  retryDelaySeconds: 120,
  maxRetryDelaySeconds: 8 * 3600,
  timeoutSeconds: 120,
  pollIntervalSeconds: 1,
};

/** Erases what may no longer be read, and finds mails whose job was lost. */
export const emailCleanupQueue = createRecurringQueue('mail.tidy');

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

/** How long a code or link may be read in the outbox while it could not be delivered, in hours. */
export const SECRET_RETENTION_HOURS = 24;

/** What the mail server (RFC 5321, 4.2.1) or the way to it said to a try, without any of the mail's content. */
export interface DeliveryError {
  /** Whether trying again is useless. */
  readonly isPermanent: boolean;
  /** Whether the server knows no such recipient, or wants nothing for them: 5xx at RCPT. */
  readonly isRecipientRejected: boolean;
  /** Whether the server or the connection failed, so that any other email would fail too. */
  readonly isServer: boolean;
  /** Two or three words for the log and the owner, such as "ECONNREFUSED" or "550". */
  readonly reason: string;
}

/** Answers of a server that does not take our password or wants one (RFC 4954, 6): ours to mend, not the mail's fault. */
const AUTH_ERROR_CODES = new Set([530, 534, 535, 538]);

/**
 * Judges an error of the mail library. A refusal of this recipient or this text (5xx) is final, as is an address that
 * cannot be sent to at all. That a server is away, busy (4xx), or does not take our password or sender is not: the owner
 * can mend that, and nothing must be lost.
 */
export function classifyDeliveryError(error: unknown): DeliveryError {
  const { code, command, responseCode } = { ...(error as object) } as Record<string, unknown>;
  const answer = typeof responseCode === 'number' ? responseCode : undefined;
  const name = typeof code === 'string' && /^\w+$/.test(code) ? code : undefined;
  const forGood = answer !== undefined && answer >= 500 && !AUTH_ERROR_CODES.has(answer);
  const isRecipientRejected = forGood && command === 'RCPT TO';
  const unsendable = answer === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const wantsPassword = answer !== undefined && AUTH_ERROR_CODES.has(answer);
  const isOfMail = unsendable || code === 'FILE_MISSING' || command === 'RCPT TO' || command === 'DATA';
  return {
    isPermanent: isRecipientRejected || (forGood && command === 'DATA') || unsendable,
    isRecipientRejected,
    isServer: wantsPassword || !isOfMail,
    reason: [name, answer].filter(part => part !== undefined).join(' ') || 'unknown error',
  };
}
