import type { ApiServices } from '#platform/api/context.ts';
import { isSameSecret } from '#platform/tokens.ts';
import { type LinkPlace, linkPurpose, readKey, writeKey } from '../rules/signed-links.ts';

/** The part of an address that opens somebody's preferences, from an issue (0: from none). */
export function preferencesKey({ sealer }: Pick<ApiServices, 'sealer'>, place: LinkPlace): string {
  return writeKey(place, sealer.derive(linkPurpose(place)));
}

/** Whose preferences it opens; undefined where it is not of this site's making. */
export function openKey({ sealer }: Pick<ApiServices, 'sealer'>, key: string): LinkPlace | undefined {
  const place = readKey(key);
  return place && isSameSecret(place.token, sealer.derive(linkPurpose(place))) ? place : undefined;
}
