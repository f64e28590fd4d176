import type { ApiServices } from '#platform/api/context.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import {
  type PreferencesTokenPayload,
  getPreferencesTokenPurpose,
  parsePreferencesToken,
  formatPreferencesToken,
} from '../rules/signed-links.ts';

/** Returns the URL segment that opens a subscriber's preferences from an issue (0: from no issue). */
export function createPreferencesToken(
  { encryption }: Pick<ApiServices, 'encryption'>,
  place: PreferencesTokenPayload,
): string {
  return formatPreferencesToken(place, encryption.deriveToken(getPreferencesTokenPurpose(place)));
}

/** Returns the payload of a preferences token; undefined if this site did not issue the token. */
export function verifyPreferencesToken(
  { encryption }: Pick<ApiServices, 'encryption'>,
  key: string,
): PreferencesTokenPayload | undefined {
  const place = parsePreferencesToken(key);
  return place && isEqualConstantTime(place.token, encryption.deriveToken(getPreferencesTokenPurpose(place)))
    ? place
    : undefined;
}
