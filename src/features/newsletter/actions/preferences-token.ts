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
  { sealer }: Pick<ApiServices, 'sealer'>,
  place: PreferencesTokenPayload,
): string {
  return formatPreferencesToken(place, sealer.derive(getPreferencesTokenPurpose(place)));
}

/** Whose preferences it opens; undefined where it is not of this site's making. */
export function verifyPreferencesToken(
  { sealer }: Pick<ApiServices, 'sealer'>,
  key: string,
): PreferencesTokenPayload | undefined {
  const place = parsePreferencesToken(key);
  return place && isEqualConstantTime(place.token, sealer.derive(getPreferencesTokenPurpose(place)))
    ? place
    : undefined;
}
