import type { ApiServices } from '#platform/api/context.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import {
  type PreferencesTokenPayload,
  getPreferencesTokenPurpose,
  parsePreferencesToken,
  formatPreferencesToken,
} from '../rules/signed-links.ts';

/** The part of an address that opens somebody's preferences, from an issue (0: from none). */
export function createPreferencesToken(
  { encryption }: Pick<ApiServices, 'encryption'>,
  place: PreferencesTokenPayload,
): string {
  return formatPreferencesToken(place, encryption.deriveToken(getPreferencesTokenPurpose(place)));
}

/** Whose preferences it opens; undefined where it is not of this site's making. */
export function verifyPreferencesToken(
  { encryption }: Pick<ApiServices, 'encryption'>,
  key: string,
): PreferencesTokenPayload | undefined {
  const place = parsePreferencesToken(key);
  return place && isEqualConstantTime(place.token, encryption.deriveToken(getPreferencesTokenPurpose(place)))
    ? place
    : undefined;
}
