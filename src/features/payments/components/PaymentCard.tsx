import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { subjectPath } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { PaymentListItem } from '../contract/review.ts';

interface CardProps {
  payment: PaymentListItem;
  /** In minor units of the payment's currency. */
  amount: MinorUnits;
  /** A list of {@link Fact}. */
  facts: ReactNode;
  children: ReactNode;
}

/** Shows a payment that waits for the owner, with the actions for it. */
export function PaymentCard({ payment, amount, facts, children }: CardProps) {
  const { documentNumber, documentPath, orderNumber, currency, clientName, proof } = payment;
  return (
    <li className="rounded-control border border-rule p-4 sm:p-5">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-wrap gap-5 sm:flex-nowrap">
          {proof !== null && <Proof address={proof} client={clientName} />}
          <div className="min-w-0 grow">
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-body font-semibold">
              <span className="[overflow-wrap:anywhere]">{clientName}</span>
              <span className="font-mono tabular-nums">
                {formatMoney({ minor: amount, currency }, { exact: true })}
              </span>
            </h3>
            <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
              {facts}
              <Fact label="For">
                <a className="link" href={documentPath}>
                  {documentNumber}
                </a>
              </Fact>
              {orderNumber !== null && (
                <Fact label="Order">
                  <Link className="link" to={subjectPath(orderNumber)}>
                    {orderNumber}
                  </Link>
                </Fact>
              )}
            </dl>
          </div>
        </div>
        <div className="grid content-start gap-3">{children}</div>
      </div>
    </li>
  );
}

export function Fact({ label, look, children }: { label: string; look?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="meta self-center">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{look ? <span className={look}>{children}</span> : children}</dd>
    </div>
  );
}

function Proof({ address, client }: { address: string; client: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" className="block shrink-0">
      <img
        src={address}
        alt={`What ${client} sent to show the transfer; opens in full`}
        loading="lazy"
        className="h-40 w-32 rounded-control border border-rule bg-sunken object-contain"
      />
    </a>
  );
}
