import { use, useSyncExternalStore } from 'react';
import { formatDate, formatDateTime, zoneNote } from '#shared/time.ts';
import { siteMetaContext } from './PageMeta.tsx';

const nothingChanges = () => () => {};

/** The reader's zone (IANA name); the owner's on the server and until React is here. */
export function useTimeZone(): string {
  const { timeZone } = use(siteMetaContext);
  return useSyncExternalStore(
    nothingChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  );
}

/** An instant (ISO 8601) in the reader's zone: to the minute with the zone named, or as the day that it falls on. */
export function LocalDateTime({ instant, isDateOnly = false }: { instant: string; isDateOnly?: boolean }) {
  const timeZone = useTimeZone();
  return <time dateTime={instant}>{(isDateOnly ? formatDate : formatDateTime)(instant, timeZone)}</time>;
}

/** Returns the site's zone (IANA name), in which the days of orders and documents are counted. */
export function useSiteZone(): string {
  return use(siteMetaContext).timeZone;
}

/** An instant (ISO 8601) in the site's zone, as documents show it: to the minute with the zone named, or as its day. */
export function SiteTime({ instant, isDateOnly = false }: { instant: string; isDateOnly?: boolean }) {
  const timeZone = useSiteZone();
  return <time dateTime={instant}>{(isDateOnly ? formatDate : formatDateTime)(instant, timeZone)}</time>;
}

/** The reader's time in the small type of tables and lists. */
export function DateTime(props: { instant: string; isDateOnly?: boolean }) {
  return (
    <span className="meta whitespace-nowrap text-ink-soft">
      <LocalDateTime {...props} />
    </span>
  );
}

/** The site's time in the small type of tables and lists. */
export function SiteMoment(props: { instant: string; isDateOnly?: boolean }) {
  return (
    <span className="meta whitespace-nowrap text-ink-soft">
      <SiteTime {...props} />
    </span>
  );
}

/** Shows the time zone of the dates on a page. */
export function SiteZoneNote({ className = '' }: { className?: string }) {
  return <p className={`meta ${className}`}>{zoneNote(useSiteZone())}</p>;
}
