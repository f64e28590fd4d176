import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Seconds that an event's time may differ from ours (Standard Webhooks, "Verifying timestamps"). */
const TOLERANCE = 300;

/** What a mail service tells. Keys beside these are its own matter. */
const mailEvent = z.object({
  type: z.enum(['bounced', 'complained']),
  email: z.string().trim().min(3).max(254),
  /** Whether trying again is useless; a complaint always counts. */
  permanent: z.boolean().optional(),
  reason: z.string().max(2000).optional(),
});
export type EmailEvent = z.infer<typeof mailEvent>;

/** What comes with an event in its headers. */
export interface WebhookHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** The key of a secret as Standard Webhooks write it: `whsec_` and base64; another text is the key itself. */
export function parseWebhookSecret(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}

/** The signature of an event (Standard Webhooks, v1): HMAC-SHA256 over number, time and body as they came. */
export function signWebhook(secret: string, { id, timestamp }: Pick<WebhookHeaders, 'id' | 'timestamp'>, body: string) {
  return createHmac('sha256', parseWebhookSecret(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** Whether an event is signed with the secret, and as old as it may be. One of several signatures is enough. */
export function isValidWebhookSignature(secret: string, headers: WebhookHeaders, body: string, now: Date): boolean {
  const { id, timestamp, signature } = headers;
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const right = Buffer.from(signWebhook(secret, headers, body));
  return signature
    .split(' ')
    .slice(0, 10)
    .some(part => {
      const [version, value = ''] = part.split(',', 2);
      const given = Buffer.from(value);
      return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
    });
}

/** Reads an event; undefined where it is none. */
export function parseEmailEvent(body: string): EmailEvent | undefined {
  try {
    const event = mailEvent.safeParse(JSON.parse(body));
    return event.success ? event.data : undefined;
  } catch {
    return undefined;
  }
}
