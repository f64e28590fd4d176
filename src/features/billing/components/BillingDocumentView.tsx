import type { ReactNode } from 'react';
import { formatPlainDate, zoneNote } from '#shared/time.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { formatReference, settledWord, getKindLabels } from '../rules/labels.ts';
import { LineItemsTable } from './LineItemsTable.tsx';
import { PaymentInstructions } from './PaymentInstructions.tsx';

interface DocumentSheetProps {
  document: BillingDocument;
  settlement: Settlement | null;
  /** Shown below the totals, not printed. */
  payment?: ReactNode;
}

/** Renders an issued document in the layout of its PDF. Only this part of the page is printed, in black on white. */
export function BillingDocumentView({ document, settlement, payment }: DocumentSheetProps) {
  const words = getKindLabels(document.kind);
  const { issuer, client, order, reference, dueOn, timeZone } = document;
  return (
    <article
      aria-labelledby="document-title"
      className="border border-rule bg-raised px-5 py-8 shadow-raised sm:px-12 sm:py-14 print:border-0 print:bg-transparent print:p-0 print:shadow-none print:[zoom:0.84]"
    >
      <header className="grid gap-x-8 gap-y-6 border-b border-ink pb-6 sm:grid-cols-12">
        <div className="sm:col-span-7">
          <h1 id="document-title" className="text-h2">
            {words.title}
          </h1>
          <p className="mt-1.5 font-mono text-body text-ink-soft tabular-nums">{document.number}</p>
        </div>
        <div className="sm:col-span-5">
          <h2 className="sr-only">From</h2>
          <Party party={issuer} />
        </div>
      </header>
      <div className="grid grid-cols-2 gap-x-6 gap-y-6 pt-5 pb-9 sm:grid-cols-12">
        <div className="col-span-2 sm:col-span-5">
          <h2 className="meta mb-1">Client</h2>
          <Party party={client} />
        </div>
        <dl className="contents">
          <Fact label="Issued" wide={dueOn === null}>
            <Day day={document.issuedOn} />
          </Fact>
          {dueOn !== null && (
            <Fact label={settlement ? settledWord(settlement) : words.until}>
              <Day day={settlement?.statusDate ?? dueOn} />
            </Fact>
          )}
        </dl>
        {(order || reference) && (
          <dl className="col-span-2 min-w-0 sm:col-span-3">
            {order && (
              <div>
                <dt className="meta mb-1">Order</dt>
                <dd className="text-small">
                  <span className="font-mono text-meta tabular-nums">{order.orderNumber}</span>
                  <span className="block text-ink-soft [overflow-wrap:anywhere]">{order.title}</span>
                </dd>
              </div>
            )}
            {reference && (
              <div className={order ? 'mt-3' : ''}>
                <dt className="meta mb-1">{words.about}</dt>
                <dd className="text-small text-ink-soft">{formatReference(reference)}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
      <LineItemsTable document={document} settlement={settlement} />
      {payment}
      {settlement === null && <WaysToPay document={document} />}
      <Terms terms={document.terms} />
      {timeZone !== undefined && <p className="meta mt-10">{zoneNote(timeZone)}</p>}
    </article>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-4' : 'sm:col-span-2'}>
      <dt className="meta mb-1">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} className="font-mono text-meta whitespace-nowrap tabular-nums">
      {formatPlainDate(day)}
    </time>
  );
}

/** Renders a name with its contact details. */
function Party({ party }: { party: BillingDocument['issuer'] | BillingDocument['client'] }) {
  const phone = 'phone' in party ? party.phone : null;
  const ways = [party.email, phone, party.taxId === null ? null : `Tax ID ${party.taxId}`].filter(way => way !== null);
  return (
    <div className="min-w-0 text-small leading-relaxed text-ink-soft [overflow-wrap:anywhere]">
      <p className="font-semibold text-ink">{party.name}</p>
      {party.addressLines.length > 0 && (
        <address className="not-italic">
          {party.addressLines.map((line, place) => (
            <span key={place} className="block">
              {line}
            </span>
          ))}
        </address>
      )}
      {ways.map(way => (
        <p key={way}>{way}</p>
      ))}
    </div>
  );
}

/** Payment instructions and payment URL in print; on screen, the payment panel shows them. */
function WaysToPay({ document: { paymentInstructions, paymentUrl } }: { document: BillingDocument }) {
  if (paymentInstructions.length === 0 && paymentUrl === null) return null;
  return (
    <section aria-labelledby="ways-to-pay" className="mt-10 hidden print:block">
      <h2 id="ways-to-pay" className="text-h4">
        How to pay
      </h2>
      <div className="mt-3">
        <PaymentInstructions methods={paymentInstructions}>
          {paymentUrl !== null && (
            <div className="hidden break-inside-avoid print:block">
              <dt className="font-semibold">Online</dt>
              <dd className="font-mono text-meta [overflow-wrap:anywhere]">{paymentUrl}</dd>
            </div>
          )}
        </PaymentInstructions>
      </div>
    </section>
  );
}

function Terms({ terms }: { terms: BillingDocument['terms'] }) {
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby="terms-that-apply" className="mt-10">
      <h2 id="terms-that-apply" className="text-h4">
        Payment terms that apply
      </h2>
      <dl className="mt-3 grid gap-2 text-small">
        {terms.map(({ number, text }) => (
          <div key={number} className="grid break-inside-avoid grid-cols-[2rem_minmax(0,1fr)]">
            <dt className="font-mono text-meta leading-[1.7] text-ink-faint tabular-nums">
              <span className="sr-only">Payment term </span>
              {number}
            </dt>
            <dd className="max-w-[35em] text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
