import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';

/** Allowed clock difference in seconds (Standard Webhooks, "Verifying timestamps"). */
const TOLERANCE = 300;

/** An event from an email service. Unknown keys are ignored. */
const mailEvent = z.object({
  type: z.enum(['bounced', 'complained']),
  email: z.string().trim().min(3).max(254),
  /** Whether the bounce is permanent; complaints always are. */
  permanent: z.boolean().optional(),
  reason: z.string().max(2000).optional(),
});
export type EmailEvent = z.infer<typeof mailEvent>;

type WebhookHeaders = Readonly<Record<'id' | 'timestamp' | 'signature', string>>;

/**
 * Returns the signature of an event (Standard Webhooks, v1): HMAC-SHA256 over id, timestamp and raw body. The key is
 * `whsec_` and base64, or any text.
 */
export function signWebhook(secret: string, { id, timestamp }: Pick<WebhookHeaders, 'id' | 'timestamp'>, body: string) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** Returns whether an event has a valid signature and a recent timestamp. One of several signatures is enough. */
export function isValidWebhookSignature(secret: string, headers: WebhookHeaders, body: string, now: Date): boolean {
  const { id, timestamp, signature } = headers;
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const expected = signWebhook(secret, headers, body);
  return signature
    .split(' ')
    .slice(0, 10)
    .some(part => {
      const [version, value = ''] = part.split(',', 2);
      return version === 'v1' && isEqualConstantTime(value, expected);
    });
}

/** Returns the event; undefined if the body is not valid. */
export function parseEmailEvent(body: string): EmailEvent | undefined {
  return mailEvent.safeParse(parseJson(body)).data;
}
