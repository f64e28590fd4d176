import { Secret, TOTP } from 'otpauth';
import { sendApi } from './api-client.ts';
import { arrive, type Person } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

/** The code that an app shows so many seconds from `now`, for a secret in base32. */
export function codeAt(secret: string, now: Temporal.Instant, seconds = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.epochMilliseconds + seconds * 1000 });
}

/** Six digits that no time step around `now` has. */
export function wrongCodeAt(secret: string, now: Temporal.Instant): string {
  const right = new Set([-60, -30, 0, 30, 60].map(seconds => codeAt(secret, now, seconds)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(code => !right.has(code)) ?? '';
}

export interface TwoStepPerson extends Person {
  readonly cookie: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody who is signed in, and has set two-step sign-in up by the API with the code of this moment. */
export async function arriveWithTwoSteps(site: TestSite, now: Temporal.Instant): Promise<TwoStepPerson> {
  const person = await arrive(site);
  const { cookie } = person;
  const begun = await sendApi(site, '/profile/two-step', {}, { cookie });
  const { secret } = begun.json<{ secret: string }>();
  const confirmed = await sendApi(site, '/profile/two-step/confirm', { code: codeAt(secret, now) }, { cookie });
  if (confirmed.statusCode !== 200) throw new Error(`Two-step sign-in was not set up: ${confirmed.body}`);
  return { ...person, secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}
