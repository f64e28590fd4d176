import { useEffect, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readStoredText, storeText } from '#ui/stored-text.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import { getDocumentTexts } from '../rules/document-texts/texts.ts';

/** Pages that link to a document: an order or booking, public or in the dashboard. */
const ORIGIN = /^\/(?:(?:order|booking)\/\d+\.[\w-]+|dashboard\/(?:orders|bookings)\/\d+)$/;

const STORAGE_KEY = 'document-opened-from';

const subscribeNever = () => () => {};

/** Without session storage, the back link only works while the URL contains the path. */
const readStoredPath = () => readStoredText(STORAGE_KEY, 'sessionStorage');

/**
 * Links back to the order or consultation that the document was opened from. Session storage keeps it across the
 * payment provider's redirect; the document itself must not reveal the order.
 */
export function BackLink({ language }: { language: DocumentLanguage }) {
  const [search] = useSearchParams();
  const backParam = search.get('back') ?? '';
  const stored = useSyncExternalStore(subscribeNever, readStoredPath, () => '');
  const isValid = ORIGIN.test(backParam);
  const { view } = getDocumentTexts(language);
  useEffect(() => {
    if (isValid) storeText(STORAGE_KEY, backParam, 'sessionStorage');
  }, [isValid, backParam]);
  const to = isValid ? backParam : stored;
  if (!ORIGIN.test(to)) return null;
  return (
    <Link
      lang={language}
      className="no-print meta -mt-3 mb-1 inline-flex min-h-11 items-center hover:text-accent"
      to={to}
    >
      {to.includes('/booking') ? view.backToConsultation : view.backToOrder}
    </Link>
  );
}
