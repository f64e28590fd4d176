import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ClientLink } from '#features/clients/browser.ts';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import type { PaymentListItem } from '../contract/review.ts';

interface PaymentCardProps {
  /** The payment; its amount is the one to show. */
  payment: PaymentListItem;
  /** Values by label; `false` is omitted. */
  facts: Readonly<Record<string, ReactNode>>;
  children: ReactNode;
}

/** Shows a payment that needs the owner's attention, with its actions. */
export function PaymentCard({ payment, facts, children }: PaymentCardProps) {
  const { documentNumber, orderNumber, amount, currency, clientName, clientEmail, proof } = payment;
  const allFacts = {
    ...facts,
    Invoice: (
      <Link className="link" to={dashboardPaths.invoicePayments(documentNumber)}>
        {documentNumber}
      </Link>
    ),
    Order: orderNumber !== null && (
      <Link className="link" to={subjectPath(orderNumber)}>
        {orderNumber}
      </Link>
    ),
  };
  return (
    <li className="rounded-control border border-rule p-4 sm:p-5">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-wrap gap-5 sm:flex-nowrap">
          {proof !== null && (
            <a href={proof} target="_blank" rel="noopener" className="block shrink-0">
              <img
                src={proof}
                alt={`Proof of payment from ${clientName} (opens full size)`}
                loading="lazy"
                className="h-40 w-32 rounded-control border border-rule bg-sunken object-contain"
              />
            </a>
          )}
          <div className="min-w-0 grow">
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-body font-semibold">
              {clientEmail === null ? (
                <span className="[overflow-wrap:anywhere]">{clientName}</span>
              ) : (
                <ClientLink name={clientName} email={clientEmail} />
              )}
              <span className="font-mono tabular-nums">
                {formatMoney({ minor: amount, currency }, { exact: true })}
              </span>
            </h3>
            <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1 text-small">
              {Object.entries(allFacts).map(
                ([label, value]) =>
                  value !== false && (
                    <div key={label} className="contents">
                      <dt className="hint">{label}</dt>
                      <dd className="[overflow-wrap:anywhere] max-sm:[&_.meta]:whitespace-normal">{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </div>
        </div>
        <div className="grid content-start gap-3">{children}</div>
      </div>
    </li>
  );
}
