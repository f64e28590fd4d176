import { use } from 'react';
import { formatMoment } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';

/** An instant (ISO 8601) by the site's clock, the zone named: all that the owner reads of times is so, as their calendar. */
export function SiteMoment({ instant }: { instant: string }) {
  const { timeZone } = use(siteMetaContext);
  return (
    <time dateTime={instant} className="meta whitespace-nowrap text-ink-soft">
      {formatMoment(instant, timeZone)}
    </time>
  );
}
