import Download from 'lucide-react/icons/download';
import { Fragment } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatDateTime, zoneNote } from '#shared/time.ts';
import { AgreementText } from '../components/AgreementText.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const reference = params.order ?? '';
  return { order: await api.orders.getOrder({ order: reference }), reference };
});

/** Renders the agreements of an order for reading and printing (term 15). */
export function Component() {
  const { order, reference } = useLoaderData<typeof loader>();
  const { number, agreements } = order;
  const back = reference.includes('.') ? sellingPaths.order(reference) : dashboardPaths.order(number);
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>{`Agreement for order ${number}`}</title>
      <meta name="robots" content="noindex" />
      <p className="no-print meta">
        <Link className="inline-flex min-h-11 items-center hover:text-accent" to={back}>
          Back to order
        </Link>
      </p>
      {agreements.length === 0 && (
        <>
          <h1 className="text-h1">No agreement yet</h1>
          <p className="mt-4 max-w-[29em] text-lead text-ink-soft">
            The agreement appears here once the quote for “{order.title}” is accepted.
          </p>
        </>
      )}
      {agreements.map((agreement, index) => (
        <AgreementArticle key={index} order={order} agreement={agreement} />
      ))}
    </div>
  );
}

function AgreementArticle({ order, agreement }: { order: Order; agreement: Order['agreements'][number] }) {
  const { owner, client, timeZone } = agreement;
  const isSigned = agreement.kind === 'signed';
  const facts: [name: string, value: string, className?: string][] = [
    ['Provider', `${owner.name}, ${owner.email}`],
    ['Client', [client.name, ...(client.addressLines ?? []), client.taxId, client.email].filter(Boolean).join(', ')],
    [isSigned ? 'Signed' : 'Received', formatDateTime(agreement.agreedAt, timeZone)],
  ];
  if (agreement.recordedAt) {
    facts.push(['Recorded by', `${owner.name}, ${formatDateTime(agreement.recordedAt, timeZone)}`]);
  }
  if (agreement.ip) facts.push(['IP address', agreement.ip, 'font-mono']);
  facts.push(['SHA-256', agreement.sha256, 'font-mono text-meta break-all']);
  return (
    <article className="max-w-[37em] print:max-w-none">
      <p className="no-print mb-6">
        <a className="button" href={`${agreement.pdfPath}?download`}>
          <Download className="size-4" aria-hidden="true" /> Download PDF
        </a>
      </p>
      <p className="meta">
        Order {order.number} · {isSigned ? 'signed' : 'confirmed'} on{' '}
        <time dateTime={agreement.agreedAt}>{formatDateTime(agreement.agreedAt, timeZone)}</time>
      </p>
      <AgreementText text={agreement.text} />
      <footer className="mt-10 break-inside-avoid border-t-2 border-ink pt-5">
        <h2 className="text-h4">{isSigned ? 'Signature' : 'Confirmation'}</h2>
        {agreement.message !== null && (
          <p className="mt-3 max-w-[32em] border-l-2 border-rule-strong pl-4 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {agreement.message}
          </p>
        )}
        <p className="mt-4 font-display text-h3 [overflow-wrap:anywhere]">{agreement.signature}</p>
        <dl className="mt-4 grid gap-x-6 gap-y-1 text-small sm:grid-cols-[8rem_1fr]">
          {facts.map(([name, value, className]) => (
            <Fragment key={name}>
              <dt className="text-ink-soft">{name}</dt>
              <dd className={className}>{value}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="meta mt-4">{zoneNote(timeZone)}</p>
        <p className="meta mt-1">
          The SHA-256 fingerprint covers the exact agreement text on the order page. Any change to the text results in a
          different fingerprint.
        </p>
      </footer>
      {order.brief !== '' && (
        <section className="mt-10">
          <h2 className="border-t border-rule-strong pt-4 text-h4">Project brief</h2>
          <p className="meta mt-2">The client sent this with the order. The fingerprint doesn’t cover it.</p>
          <p className="mt-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{order.brief}</p>
        </section>
      )}
    </article>
  );
}
