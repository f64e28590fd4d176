import { getCountryForTimezone } from 'countries-and-timezones';
import type { PageViewBeacon } from '../contract/beacons.ts';

/**
 * Cleans a campaign parameter: removes control and bidirectional characters and lone surrogates. Drops email addresses.
 */
function cleanUtm(text: string | null | undefined): string | null {
  const plain = text?.replaceAll(/\p{C}/gu, '').trim().toLowerCase();
  return plain && !plain.includes('@') ? plain : null;
}

/** Returns a host without insignificant parts; undefined if invalid. */
function hostOf(text: string): string | undefined {
  const host = text.toLowerCase().replace(/^(?:www|m)\./, '');
  return /^[\p{L}\p{N}.-]+(?::\d{1,5})?$/u.test(host) ? host : undefined;
}

/** Sign-in and payment providers that visitors return from; they are not traffic sources. */
const REDIRECT_HOSTS = /^(?:accounts\.google\.com|checkout\.stripe\.com|(?:.+\.)?paypal\.com)$/;

/**
 * Returns the traffic source of a view, given the site's own host. Campaign parameters take precedence over the
 * referring host. `source` is null for internal navigation, and empty if unknown.
 */
export function getTrafficSource(
  view: Pick<PageViewBeacon, 'referrerHost' | 'utmSource' | 'utmMedium' | 'utmCampaign'>,
  ownHost: string,
) {
  const { referrerHost } = view;
  const utmSource = cleanUtm(view.utmSource);
  const medium = cleanUtm(view.utmMedium);
  const campaign = cleanUtm(view.utmCampaign);
  if (referrerHost === undefined) return { source: null, medium: null, campaign: null };
  if (utmSource !== null) return { source: utmSource, medium, campaign };
  const host = hostOf(referrerHost) ?? '';
  const isOwn = host === hostOf(ownHost) || REDIRECT_HOSTS.test(host);
  return { source: isOwn ? null : host, medium, campaign };
}

/** Returns the country (ISO 3166-1, two letters) of a time zone (IANA); empty if there is none. */
export function getCountryByTimeZone(timeZone: string): string {
  return getCountryForTimezone(timeZone)?.id ?? '';
}
