import { Link, useActionData, useLocation } from 'react-router';
import { FormUploads } from '#features/media/browser.ts';
import { formatPlainDate } from '#shared/time.ts';
import { useOneTimeParams } from '#ui/use-one-time-params.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { buildFilesPath } from '../../lifecycle/rules/files-path.ts';
import { orderKindLabels } from '../../lifecycle/rules/stages.ts';
import { QuoteDetails } from '../../quotes/components/QuoteDetails.tsx';
import type { OrderPageData } from '../submit.ts';
import { AcceptWork, canAccept } from './AcceptWork.tsx';
import { OrderNextAction } from './OrderNextAction.tsx';
import { OrderNotice } from './OrderNotice.tsx';
import { OrderSections } from './OrderSections.tsx';
import { OrderSidebar } from './OrderSidebar.tsx';

const NOTICE_PARAMS = ['did', 'lost'];
const NONE: readonly string[] = [];

/** Renders an order for either party, or asks the client to confirm that they accept the work. */
export function OrderDetails(page: OrderPageData) {
  const { order, reference, quoteForm, isAccepting, signature, lost } = page;
  const result = useActionData<{ done?: string }>();
  const did = result?.done ?? page.did;
  // While a new card is being saved, a reloaded page still checks it.
  useOneTimeParams(did === 'card-saving' ? NONE : NOTICE_PARAMS);
  if (isAccepting && canAccept(order)) return <AcceptWork order={order} />;
  return (
    <div className="@container">
      {order.asOf !== null && <PreviewNotice order={order} />}
      <OrderNotice order={order} did={did} lost={lost} result={result} />
      <FormUploads key={reference} path={buildFilesPath(reference)} query={{ purpose: 'brief' }} />
      <OrderNextAction order={order} />
      <div className="mt-10 grid gap-x-14 gap-y-12 @4xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 content-start gap-12">
          <QuoteDetails order={order} signature={signature} />
          <OrderSections order={order} reference={reference} quoteForm={quoteForm} />
        </div>
        <div className="grid min-w-0 content-start gap-10">
          <OrderSidebar order={order} reference={reference} did={did} />
        </div>
      </div>
    </div>
  );
}

/** Returns the line below the title: number and kind. */
export function formatOrderMeta({ number, kind }: Order): string {
  return `Order ${number} · ${orderKindLabels[kind]}`;
}

function PreviewNotice({ order }: { order: Order }) {
  const { pathname } = useLocation();
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 border-l-2 border-accent bg-accent-wash px-4 py-2 text-small">
      <span>
        Preview: this order at the end of {formatPlainDate(order.asOf ?? '')}, if nothing else happens until then.
      </span>
      <Link className="link inline-flex min-h-11 items-center" to={pathname}>
        Back to today
      </Link>
    </p>
  );
}
