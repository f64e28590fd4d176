import { randomBytes } from 'node:crypto';
import type { ApiContext } from '#platform/api/context.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';

/** The cookie by which a browser that has signed in before is recognized, kept for this many seconds. */
const COOKIE = 'device';
const COOKIE_SECONDS = 365 * 24 * 3600;

type DeviceContext = Pick<ApiContext, 'cookies' | 'encryption'>;

const signatureOf = ({ encryption }: Pick<ApiContext, 'encryption'>, userId: string, device: string) =>
  encryption.deriveToken(`device ${userId} ${device}`);

/**
 * Returns the id of this browser if the person has signed in with it before. Attempts are then counted for it alone, so
 * strangers' attempts never lock its owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function knownDevice(context: DeviceContext, userId: string): string | undefined {
  const [device = '', signature = ''] = (context.cookies.get(COOKIE) ?? '').split('.');
  return isEqualConstantTime(signature, signatureOf(context, userId, device)) ? device : undefined;
}

/** Lets the browser be recognized when this person signs in again. */
export function rememberDevice(context: DeviceContext, userId: string): void {
  const device = knownDevice(context, userId) ?? randomBytes(12).toString('base64url');
  context.cookies.set(COOKIE, `${device}.${signatureOf(context, userId, device)}`, COOKIE_SECONDS);
}
