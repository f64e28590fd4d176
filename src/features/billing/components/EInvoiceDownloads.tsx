import FileCode from 'lucide-react/icons/file-code';
import { MissingEInvoiceData } from '#features/e-invoices/browser.ts';
import { eInvoiceFormatLabels } from '#features/e-invoices/contract/constants.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { BillingDocumentDetails } from '../contract/document-details.ts';
import { textsOf } from '../rules/labels.ts';

/** Offers the e-invoices of a document. Shows the owner the data missing for other formats. */
export function EInvoiceDownloads({
  document,
  eInvoices,
  missingEInvoiceData: missing,
}: Pick<BillingDocumentDetails, 'document' | 'eInvoices' | 'missingEInvoiceData'>) {
  const { client } = document;
  const { view } = textsOf(document);
  if (eInvoices.length === 0 && missing.length === 0) return null;
  return (
    <details className="open:basis-full">
      <summary className="button w-fit cursor-pointer">
        <FileCode className="size-4" aria-hidden="true" /> {eInvoices.length > 0 ? view.downloadEInvoice : 'E-invoice'}
      </summary>
      <div className="mt-4 grid gap-x-10 gap-y-5 border-t border-ink pt-4 sm:grid-cols-2">
        {eInvoices.length > 0 && (
          <ul>
            {eInvoices.map(({ format, path }) => (
              <li key={format}>
                <a className="link inline-flex min-h-11 items-center" href={path} download>
                  {eInvoiceFormatLabels[format]}
                </a>
              </li>
            ))}
          </ul>
        )}
        {missing.length > 0 && (
          <section aria-labelledby="missing-e-invoice-data" lang="en">
            <h2 id="missing-e-invoice-data" className="mb-2 text-small font-semibold">
              Missing for {eInvoices.length > 0 ? 'other formats' : 'e-invoices'}
            </h2>
            <MissingEInvoiceData
              items={missing}
              hasFormats
              clientPath={client.email === null ? null : dashboardPaths.clientOf(client.email)}
            />
          </section>
        )}
      </div>
    </details>
  );
}
