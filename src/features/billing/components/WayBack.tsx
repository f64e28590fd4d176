import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

/** The pages that a document is opened from: an order by its link, or on the dashboard. */
const ORIGIN = /^\/(?:order\/\d+\.[\w-]+|dashboard\/orders\/\d+)$/;

const PLACE = 'document-opened-from';

/**
 * The way back to the order that a document was opened from. This tab remembers it, since whoever pays at a provider
 * comes back without it; the document itself leads nobody to the order.
 */
export function WayBack() {
  const [search] = useSearchParams();
  const given = search.get('back') ?? '';
  const [kept, setKept] = useState('');
  useEffect(() => {
    try {
      if (ORIGIN.test(given)) sessionStorage.setItem(PLACE, given);
      setKept(sessionStorage.getItem(PLACE) ?? '');
    } catch {
      // A tab that keeps nothing has the way back while the address tells it.
    }
  }, [given]);
  const to = ORIGIN.test(given) ? given : kept;
  if (!ORIGIN.test(to)) return null;
  return (
    <Link className="no-print meta -mt-3 mb-1 inline-flex min-h-11 items-center hover:text-accent" to={to}>
      Back to the order
    </Link>
  );
}
