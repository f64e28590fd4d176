import { use, useSyncExternalStore } from 'react';
import { formatDate, formatDateTime, zoneNote } from '#shared/time.ts';
import { siteMetaContext } from './PageMeta.tsx';

const subscribeNever = () => () => {};

let readerZone: string | undefined;
/** Cached, since a list asks for it once per row and creating a format is slow. */
const getReaderZone = () => (readerZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns the reader's time zone (IANA name); the owner's on the server and before hydration. */
export function useTimeZone(): string {
  const { timeZone } = use(siteMetaContext);
  return useSyncExternalStore(subscribeNever, getReaderZone, () => timeZone);
}

/** Returns the site's time zone (IANA name), which determines the days of orders and billing documents. */
export function useSiteZone(): string {
  return use(siteMetaContext).timeZone;
}

interface TimeProps {
  /** ISO 8601. */
  instant: string;
  isDateOnly?: boolean;
}

function Time({ instant, isDateOnly = false, timeZone }: TimeProps & { timeZone: string }) {
  return <time dateTime={instant}>{(isDateOnly ? formatDate : formatDateTime)(instant, timeZone)}</time>;
}

/** Shows an instant in the reader's time zone: to the minute with the zone's name, or only its day. */
export function LocalDateTime(props: TimeProps) {
  return <Time {...props} timeZone={useTimeZone()} />;
}

/** Shows an instant in the site's time zone: to the minute with the zone's name, or only its day. */
export function SiteTime(props: TimeProps) {
  return <Time {...props} timeZone={useSiteZone()} />;
}

/** Shows an instant in the reader's time zone in the small type of tables and lists. */
export function DateTime(props: TimeProps) {
  return (
    <span className="meta whitespace-nowrap text-ink-soft">
      <LocalDateTime {...props} />
    </span>
  );
}

/** Shows an instant in the site's time zone in the small type of tables and lists. */
export function SiteMoment(props: TimeProps) {
  return (
    <span className="meta whitespace-nowrap text-ink-soft">
      <SiteTime {...props} />
    </span>
  );
}

/** Shows the time zone of the dates on a page. */
export function SiteZoneNote({ className = '' }: { className?: string }) {
  return <p className={`hint ${className}`}>{zoneNote(useSiteZone())}</p>;
}
