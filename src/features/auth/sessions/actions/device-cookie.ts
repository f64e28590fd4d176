import { randomBytes } from 'node:crypto';
import type { ApiContext } from '#platform/api/context.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';

/** Cookie that identifies a browser that has signed in before; lifetime in seconds. */
const COOKIE = 'device';
const COOKIE_SECONDS = 365 * 24 * 3600;

type DeviceContext = Pick<ApiContext, 'cookies' | 'encryption'>;

const signatureOf = ({ encryption }: Pick<ApiContext, 'encryption'>, userId: string, device: string) =>
  encryption.deriveToken(`device ${userId} ${device}`);

/**
 * Returns this browser's device id if the user has signed in with it before. Its attempts are counted separately, so
 * other people's attempts never lock the user out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function knownDevice(context: DeviceContext, userId: string): string | undefined {
  const [device = '', signature = ''] = (context.cookies.get(COOKIE) ?? '').split('.');
  return isEqualConstantTime(signature, signatureOf(context, userId, device)) ? device : undefined;
}

/** Sets the device cookie that identifies this browser at the user's next sign-in. */
export function rememberDevice(context: DeviceContext, userId: string): void {
  const device = knownDevice(context, userId) ?? randomBytes(12).toString('base64url');
  context.cookies.set(COOKIE, `${device}.${signatureOf(context, userId, device)}`, COOKIE_SECONDS);
}
