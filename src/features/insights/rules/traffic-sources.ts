import { getCountryForTimezone } from 'countries-and-timezones';
import type { PageViewBeacon } from '../contract/beacons.ts';

/** Where a visit came from. */
export interface TrafficSource {
  /** Null where it came from another page of the site, empty where nothing tells. */
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
}

/**
 * What a link was marked with, without what is no letter to see: controls, marks that turn the direction of what
 * follows, halves of characters. An address of a person is nobody's campaign, so that it is not kept.
 */
function markOf(text: string | null | undefined): string | null {
  const plain = text?.replaceAll(/\p{C}/gu, '').trim().toLowerCase();
  return plain && !plain.includes('@') ? plain : null;
}

/** A host without what says nothing; undefined for what is none. */
function hostOf(text: string): string | undefined {
  const host = text.toLowerCase().replace(/^(?:www|m)\./, '');
  return /^[\p{L}\p{N}.-]+(?::\d{1,5})?$/u.test(host) ? host : undefined;
}

/** Where people are sent for a moment, and come back from: that brought nobody here. */
const REDIRECT_HOSTS = /^(?:accounts\.google\.com|checkout\.stripe\.com|(?:.+\.)?paypal\.com)$/;

/** Where a view came from, given the host of the site itself. How its link was marked goes before the host that had it. */
export function getTrafficSource(
  view: Pick<PageViewBeacon, 'from' | 'source' | 'medium' | 'campaign'>,
  ownHost: string,
): TrafficSource {
  const { from } = view;
  const marked = markOf(view.source);
  const medium = markOf(view.medium);
  const campaign = markOf(view.campaign);
  if (from === undefined) return { source: null, medium: null, campaign: null };
  if (marked !== null) return { source: marked, medium, campaign };
  const host = hostOf(from) ?? '';
  const isOwn = host !== '' && (host === hostOf(ownHost) || REDIRECT_HOSTS.test(host));
  return { source: isOwn ? null : host, medium, campaign };
}

/** The country that a time zone (IANA) belongs to, by its two letters (ISO 3166-1); empty where it belongs to none. */
export function getCountryByTimeZone(timeZone: string): string {
  return getCountryForTimezone(timeZone)?.id ?? '';
}
