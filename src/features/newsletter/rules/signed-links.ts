import type { Encryption } from '#platform/encryption.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';

// Tokens are derived from the access that they grant, so they needn't be stored.

type Services = { readonly encryption: Encryption };

/** `issueId` is 0 if the link was in no issue. */
type PreferencesTokenPayload = { readonly subscriberId: number; readonly issueId: number };

function derivePreferencesToken({ encryption }: Services, { subscriberId, issueId }: PreferencesTokenPayload): string {
  return encryption.deriveToken(`newsletter preferences ${subscriberId} ${issueId}`);
}

/** Returns the URL segment that opens a subscriber's preferences from an issue. */
export function createPreferencesToken(services: Services, payload: PreferencesTokenPayload): string {
  return formatPreferencesToken(payload, derivePreferencesToken(services, payload));
}

/** Returns the payload of a preferences token; undefined if this site did not issue the token. */
export function verifyPreferencesToken(services: Services, key: string): PreferencesTokenPayload | undefined {
  const payload = parsePreferencesToken(key);
  return payload && isEqualConstantTime(payload.token, derivePreferencesToken(services, payload)) ? payload : undefined;
}

/** Returns both ids and the token as one URL segment. */
export function formatPreferencesToken({ subscriberId, issueId }: PreferencesTokenPayload, token: string): string {
  return `${subscriberId}.${issueId}.${token}`;
}

/** Parses the segment of {@link formatPreferencesToken}; undefined if it is malformed. */
export function parsePreferencesToken(key: string): (PreferencesTokenPayload & { readonly token: string }) | undefined {
  const [, subscriber, issue, token] = /^(\d{1,9})\.(\d{1,9})\.([\w-]{20,60})$/.exec(key) ?? [];
  if (!subscriber || !issue || !token) return undefined;
  return { subscriberId: Number(subscriber), issueId: Number(issue), token };
}

/** Returns the signature of a counted click, which protects the target path. */
export function deriveClickToken({ encryption }: Services, issue: number, path: string): string {
  return encryption.deriveToken(`newsletter click ${issue} ${path}`);
}

export function deriveOpenToken({ encryption }: Services, issue: number): string {
  return encryption.deriveToken(`newsletter opening ${issue}`);
}
