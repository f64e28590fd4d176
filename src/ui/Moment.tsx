import { use, useSyncExternalStore } from 'react';
import { formatInstant, formatMoment } from '#shared/time.ts';
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
export function LocalTime({ instant, day = false }: { instant: string; day?: boolean }) {
  const timeZone = useTimeZone();
  return <time dateTime={instant}>{(day ? formatInstant : formatMoment)(instant, timeZone)}</time>;
}

/** The same in the small type of tables and lists. */
export function Moment(props: { instant: string; day?: boolean }) {
  return (
    <span className="meta whitespace-nowrap text-ink-soft">
      <LocalTime {...props} />
    </span>
  );
}
