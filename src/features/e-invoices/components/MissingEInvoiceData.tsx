import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import {
  type EInvoiceDataPage,
  type EInvoiceFormat,
  eInvoiceFormatLabels,
  eInvoiceFormats,
} from '../contract/constants.ts';

interface MissingEInvoiceDataProps {
  items: readonly { message: string; page: EInvoiceDataPage | null; formats: readonly EInvoiceFormat[] }[];
  /** The page on which the client's data is entered. */
  clientPath: string | null;
  /** Whether to show the formats that lack it, if not all do. */
  hasFormats?: boolean;
}

/** Lists the data missing for e-invoices, with links to the pages to enter it on. */
export function MissingEInvoiceData({ items, clientPath, hasFormats = false }: MissingEInvoiceDataProps) {
  const paths = {
    billing_settings: dashboardPaths.billing,
    profile: dashboardPaths.siteSection('profile'),
    client: clientPath,
  };
  return (
    <ul className="text-small">
      {items.map(({ message, page, formats }) => {
        const path = page && paths[page];
        return (
          <li key={message} className="border-t border-rule py-2.5">
            {message}{' '}
            {path !== null && (
              <Link className="link whitespace-nowrap" to={path}>
                Enter it<span className="sr-only">: {message}</span>
              </Link>
            )}
            {hasFormats && formats.length < eInvoiceFormats.length && (
              <span className="meta block">{formats.map(format => eInvoiceFormatLabels[format]).join(', ')}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
