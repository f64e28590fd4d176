/** Whose preferences a link opens, and in which issue it stood; 0 where it stood in none. */
export interface PreferencesTokenPayload {
  readonly subscriberId: number;
  readonly issueId: number;
}

/** What the token of a link is derived from, so that none needs to be kept. */
export function getPreferencesTokenPurpose({ subscriberId, issueId }: PreferencesTokenPayload): string {
  return `newsletter preferences ${subscriberId} ${issueId}`;
}

/** What the seal of a counted click is derived from: with it, no other address can be put in its place. */
export function getClickTokenPurpose(issue: number, path: string): string {
  return `newsletter click ${issue} ${path}`;
}

export function getOpenTokenPurpose(issue: number): string {
  return `newsletter opening ${issue}`;
}

/** Both numbers and the token as one part of an address. */
export function formatPreferencesToken({ subscriberId, issueId }: PreferencesTokenPayload, token: string): string {
  return `${subscriberId}.${issueId}.${token}`;
}

/** Takes such a part of an address apart; undefined where it is none. */
export function parsePreferencesToken(key: string): (PreferencesTokenPayload & { readonly token: string }) | undefined {
  const [, subscriber, issue, token] = /^(\d{1,9})\.(\d{1,9})\.([\w-]{20,60})$/.exec(key) ?? [];
  if (!subscriber || !issue || !token) return undefined;
  return { subscriberId: Number(subscriber), issueId: Number(issue), token };
}
