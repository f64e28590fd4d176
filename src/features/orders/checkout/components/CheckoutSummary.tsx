import type { ReactNode } from 'react';
import { totalText } from '#shared/lists.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { CheckoutOffer, CheckoutPrice } from '../contract.ts';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { formatDays } from '../../lifecycle/rules/expected-delivery.ts';
import { MINOR_REVISIONS } from '../../lifecycle/rules/revisions.ts';

type Prices = Pick<CheckoutOffer, 'standardPrice' | 'urgentPrice'>;

/** Renders the parts that depend on the price; CSS switches to the urgent price, so it works without JavaScript. */
export function ByUrgency({ prices, render }: { prices: Prices; render: (price: CheckoutPrice) => ReactNode }) {
  const { standardPrice, urgentPrice } = prices;
  return (
    <>
      <div className={urgentPrice ? '[.checkout:has([name=urgent]:checked)_&]:hidden' : undefined}>
        {render(standardPrice)}
      </div>
      {urgentPrice && (
        <div className="hidden [.checkout:has([name=urgent]:checked)_&]:block">{render(urgentPrice)}</div>
      )}
    </>
  );
}

/** Renders the price of an offer. */
export function CheckoutSummary({ offer }: { offer: CheckoutOffer }) {
  return (
    <div aria-live="polite">
      <ByUrgency prices={offer} render={price => <Summary offer={offer} price={price} />} />
    </div>
  );
}

function Summary({ offer, price }: { offer: CheckoutOffer; price: CheckoutPrice }) {
  const { currency, kind, requiresQuote } = offer;
  const label = requiresQuote ? 'From' : kind === 'service' ? 'Per month' : 'Total';
  return (
    <>
      <PriceBreakdown
        price={{ ...price, taxes: price.tax ? [price.tax] : [] }}
        currency={currency}
        totalLabel={label}
        parts={requiresQuote ? [] : listPayments(offer, price)}
      />
      <ul className="mt-4 grid gap-2 text-small text-ink-soft">
        {listNotes(offer, price).map(note => (
          <li key={note} className="grid grid-cols-[1rem_1fr]">
            <span aria-hidden="true">·</span>
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function listPayments({ kind, termSettings }: CheckoutOffer, { dueNow, dueLater, total }: CheckoutPrice) {
  const { balanceDueDays } = termSettings;
  const due = balanceDueDays === 0 ? 'on' : `${formatDays(balanceDueDays)} after`;
  const part = (text: string, amount: MinorUnits, term: number | null) => ({ label: text, amount, term });
  if (kind === 'project') return [part('Due today', dueNow, null)];
  if (kind === 'service') return dueNow === total ? [] : [part('Due today for the rest of this month', dueNow, 14)];
  return [
    part(`Deposit (${termSettings.depositPercent}%), due today`, dueNow, 1),
    ...(dueLater > 0 ? [part(`Balance, due ${due} completion`, dueLater, 2)] : []),
  ];
}

/** Returns notes about the price in chronological order. */
function listNotes(offer: CheckoutOffer, { deliveryDays }: CheckoutPrice) {
  const { kind, requiresQuote, termSettings, supportDays, allowsInstallments } = offer;
  return [
    deliveryDays !== null && !requiresQuote && `Expected delivery: ${formatDays(deliveryDays)} after the deposit.`,
    kind === 'plan' && `Includes ${totalText(termSettings.includedRevisions, MINOR_REVISIONS)} (term 11).`,
    kind === 'plan' &&
      !requiresQuote &&
      `Full refund if work hasn’t started within ${formatDays(termSettings.refundAfterDays)} of the deposit (term 7). No refund once work starts (term 8).`,
    allowsInstallments && 'You can pay the balance in 2 to 6 monthly installments (term 4).',
    supportDays > 0 && `Includes ${formatDays(supportDays)} of support after delivery (term 13).`,
    kind === 'service' && 'Invoiced on the 1st of each month. Pause or cancel anytime.',
    kind === 'project' && 'You can download the files as soon as you’ve paid (term 12).',
    kind === 'project' && 'You can get a full refund until you download them (term 7).',
  ].filter(note => note !== false);
}
