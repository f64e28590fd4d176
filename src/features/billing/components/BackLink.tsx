import { useEffect, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';

/** The pages that a document is opened from: an order or a booking by its link, or on the dashboard. */
const ORIGIN = /^\/(?:(?:order|booking)\/\d+\.[\w-]+|dashboard\/(?:orders|bookings)\/\d+)$/;

const PLACE = 'document-opened-from';

const nothingChanges = () => () => {};

/** What this tab remembers; a tab that keeps nothing has the way back while the address tells it. */
function readKept(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? '';
  } catch {
    return '';
  }
}

/**
 * The way back to the order or the consultation that a document was opened from. This tab remembers it, since whoever pays at a provider
 * comes back without it; the document itself leads nobody to the order.
 */
export function BackLink() {
  const [search] = useSearchParams();
  const given = search.get('back') ?? '';
  const kept = useSyncExternalStore(nothingChanges, readKept, () => '');
  const isGiven = ORIGIN.test(given);
  useEffect(() => {
    try {
      if (isGiven) sessionStorage.setItem(PLACE, given);
    } catch {
      // As above.
    }
  }, [isGiven, given]);
  const to = isGiven ? given : kept;
  if (!ORIGIN.test(to)) return null;
  return (
    <Link className="no-print meta -mt-3 mb-1 inline-flex min-h-11 items-center hover:text-accent" to={to}>
      {to.includes('/booking') ? 'Back to the consultation' : 'Back to the order'}
    </Link>
  );
}
