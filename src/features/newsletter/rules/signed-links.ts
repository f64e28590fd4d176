/** `issueId` is 0 if the link was in no issue. */
export interface PreferencesTokenPayload {
  readonly subscriberId: number;
  readonly issueId: number;
}

/** Returns the input from which a link's token is derived, so tokens need not be stored. */
export function getPreferencesTokenPurpose({ subscriberId, issueId }: PreferencesTokenPayload): string {
  return `newsletter preferences ${subscriberId} ${issueId}`;
}

/** Returns the input from which a click's signature is derived; the signature protects the target path. */
export function getClickTokenPurpose(issue: number, path: string): string {
  return `newsletter click ${issue} ${path}`;
}

export function getOpenTokenPurpose(issue: number): string {
  return `newsletter opening ${issue}`;
}

/** Returns both ids and the token as one URL segment. */
export function formatPreferencesToken({ subscriberId, issueId }: PreferencesTokenPayload, token: string): string {
  return `${subscriberId}.${issueId}.${token}`;
}

/** Parses such a URL segment; undefined if it is malformed. */
export function parsePreferencesToken(key: string): (PreferencesTokenPayload & { readonly token: string }) | undefined {
  const [, subscriber, issue, token] = /^(\d{1,9})\.(\d{1,9})\.([\w-]{20,60})$/.exec(key) ?? [];
  if (!subscriber || !issue || !token) return undefined;
  return { subscriberId: Number(subscriber), issueId: Number(issue), token };
}
