import { use, useSyncExternalStore } from 'react';
import { formatInstant, formatMoment } from '#shared/time.ts';
import { siteMetaContext } from './PageMeta.tsx';

const nothingToHear = () => () => {};
const readersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * An instant (ISO 8601) to the minute, in the reader's zone, which is named; in the site's until the browser tells. Or only
 * the day that it falls on there.
 */
export function LocalTime({ instant, only }: { instant: string; only?: 'day' }) {
  const site = use(siteMetaContext);
  const timeZone = useSyncExternalStore(nothingToHear, readersZone, () => site.timeZone);
  return <time dateTime={instant}>{(only ? formatInstant : formatMoment)(instant, timeZone)}</time>;
}
