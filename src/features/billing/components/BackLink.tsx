import { useEffect, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';

/** Pages that link to a document: an order or booking by its link, or in the dashboard. */
const ORIGIN = /^\/(?:(?:order|booking)\/\d+\.[\w-]+|dashboard\/(?:orders|bookings)\/\d+)$/;

const PLACE = 'document-opened-from';

const nothingChanges = () => () => {};

/** Returns the stored path; without session storage, the link back works only while the URL has it. */
function readKept(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? '';
  } catch {
    return '';
  }
}

/**
 * Links back to the order or consultation that the document was opened from. Session storage keeps it across the
 * payment provider's redirect; the document itself must not reveal the order.
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
      // Session storage may be blocked.
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
