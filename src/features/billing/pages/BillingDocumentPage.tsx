import { use } from 'react';
import { Outlet, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { DocumentToolbar } from '../components/DocumentToolbar.tsx';
import { BillingDocumentView } from '../components/BillingDocumentView.tsx';
import { RelatedDocuments } from '../components/RelatedDocuments.tsx';
import { BackLink } from '../components/BackLink.tsx';
import { settlementOf } from '../rules/document-balance.ts';
import { formatDocumentTitle } from '../rules/labels.ts';

export const loader = pageLoader(({ api, params }) =>
  api.billing.getBillingDocument({ number: params.number ?? '', token: params.token ?? '' }),
);

/** Shows a document to anyone who has its address: to read, download, print and pay. Other sites get no referrer. */
export function Component() {
  const { document, balance, relatedDocuments, pdfPath } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <div className="frame max-w-[60rem] pt-8 pb-8 sm:pt-12 print:max-w-none print:p-0">
      <title>{`${formatDocumentTitle(document)} · ${site.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="same-origin" />
      <BackLink />
      <DocumentToolbar document={document} balance={balance} pdf={pdfPath} />
      <BillingDocumentView
        document={document}
        settlement={settlementOf(balance)}
        payment={
          // The payment panel is a nested route.
          <aside aria-label="Payment" className="no-print mt-8 empty:hidden">
            <Outlet />
          </aside>
        }
      />
      <RelatedDocuments documents={relatedDocuments} />
    </div>
  );
}
