import { Secret, TOTP } from 'otpauth';
import { postApi } from './api-client.ts';
import { createSignedInUser, type TestUser } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

/** Returns the code that an authenticator app shows `seconds` after `now`, for a base32 secret. */
export function createTotpCode(secret: string, now: Temporal.Instant, seconds = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.epochMilliseconds + seconds * 1000 });
}

/** Returns six digits that aren't the code of any time step around `now`. */
export function createWrongTotpCode(secret: string, now: Temporal.Instant): string {
  const right = new Set([-60, -30, 0, 30, 60].map(seconds => createTotpCode(secret, now, seconds)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(code => !right.has(code)) ?? '';
}

export interface TwoFactorUser extends TestUser {
  readonly cookie: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Creates a signed-in user who has enabled two-factor authentication. */
export async function createTwoFactorUser(site: TestSite, now: Temporal.Instant): Promise<TwoFactorUser> {
  const person = await createSignedInUser(site);
  const { cookie } = person;
  const begun = await postApi(site, '/profile/two-factor', {}, { cookie });
  const { secret } = begun.json<{ secret: string }>();
  const confirmed = await postApi(
    site,
    '/profile/two-factor/enable',
    { code: createTotpCode(secret, now) },
    { cookie },
  );
  if (confirmed.statusCode !== 200) throw new Error(`Two-factor authentication was not set up: ${confirmed.body}`);
  return { ...person, secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}
