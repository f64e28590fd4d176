import { useEffect } from 'react';
import { RefreshPaymentButton, usePaymentPolling } from '#features/payments/browser.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { SiteTime } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';

const statusLabels: Readonly<Record<string, string>> = {
  pending: 'In progress',
  confirmed: 'Paid',
  failed: 'Failed',
  amount_mismatch: 'Wrong amount',
};

/** Renders the saved card, the client's actions, and the automatic charges. `did` is the last action on the page. */
export function OrderCard({ order, did }: { order: Order; did: string | null }) {
  const { card, cardSetupUrl, cardCharges, party, asOf, currency } = order;
  const isSaving = did === 'card-saving' && cardSetupUrl !== null;
  usePaymentPolling(isSaving);
  useEffect(() => {
    if (did === 'card-change' && cardSetupUrl) location.assign(cardSetupUrl);
  }, [did, cardSetupUrl]);
  const canChange = party === 'client' && asOf === null;
  return (
    <>
      {card ? (
        <>
          <p className="text-h4 font-semibold">{card.label}</p>
          <p className="text-small text-ink-soft">Expires {card.expires}</p>
          <p className="mt-2 text-small text-ink-soft">
            Agreed <SiteTime instant={card.consentedAt} isDateOnly />: “{card.consent}”
          </p>
        </>
      ) : (
        <p className="text-ink-soft">No card is saved. Nothing is charged automatically.</p>
      )}
      {canChange && card && (
        <div className="mt-4">
          <div className="mb-3">
            {isSaving ? (
              <RefreshPaymentButton />
            ) : cardSetupUrl ? (
              <a className="button button-primary" href={cardSetupUrl}>
                Continue to change card
              </a>
            ) : (
              <OrderForm intent="change-card" label="Change card" />
            )}
          </div>
          <OrderDisclosure label="Remove card" intent="remove-card">
            <p className="mb-3 max-w-[31em] text-small text-ink-soft">
              The card is deleted at Stripe and never charged again. You’ll get each invoice by email and pay it
              yourself.
            </p>
            <OrderForm intent="remove-card" label="Remove card" danger />
          </OrderDisclosure>
        </div>
      )}
      {cardCharges.length > 0 && (
        <ul aria-label="Automatic payments" className="mt-4">
          {cardCharges.map(({ document, amount, status, reason, createdAt, retryOn }) => (
            <li key={createdAt} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-rule py-2.5 text-small">
              <div>
                <span className="font-mono">{document}</span> {statusLabels[status]}
                {reason && <p className="text-ink-soft">{reason}</p>}
                <MetaLine
                  items={[
                    <SiteTime key="date" instant={createdAt} isDateOnly />,
                    retryOn && `next attempt ${formatPlainDate(retryOn)}`,
                  ]}
                />
              </div>
              <span className="font-mono tabular-nums">
                {formatMoney({ minor: amount, currency }, { exact: true })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
