import type { MinorUnits } from '#shared/money.ts';
import type { CheckoutOffer, CheckoutPrice } from '../contract/place-order.ts';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';

/** Renders the price of an offer; CSS switches to the urgent price, so that it works without JavaScript. */
export function CheckoutSummary({ offer }: { offer: CheckoutOffer }) {
  const { usual, urgent } = offer;
  return (
    <div aria-live="polite">
      <div className={urgent ? 'group-has-[[name=urgent]:checked]/order:hidden' : undefined}>
        <Summary offer={offer} price={usual} />
      </div>
      {urgent && (
        <div className="hidden group-has-[[name=urgent]:checked]/order:block">
          <Summary offer={offer} price={urgent} />
        </div>
      )}
    </div>
  );
}

function Summary({ offer, price }: { offer: CheckoutOffer; price: CheckoutPrice }) {
  const { currency, kind, isQuoted } = offer;
  const label = isQuoted ? 'From' : kind === 'service' ? 'A month' : 'Total';
  return (
    <>
      <PriceBreakdown
        currency={currency}
        lines={price.lines}
        tax={price.tax}
        total={price.total}
        totalLabel={label}
        parts={isQuoted ? [] : partsOf(offer, price)}
      />
      <Notes offer={offer} price={price} />
    </>
  );
}

function partsOf({ kind, figures }: CheckoutOffer, { first, later, total }: CheckoutPrice) {
  const part = (text: string, amount: MinorUnits, term: number | null) => ({ label: text, amount, term });
  if (kind === 'project') return [part('Due at once', first, null)];
  if (kind === 'service') return first === total ? [] : [part('The rest of this month', first, 14)];
  return [
    part(`Deposit, ${figures.depositPercent}%, due at once`, first, 1),
    ...(later > 0 ? [part(`Balance, ${figures.balanceDays} days after completion`, later, 2)] : []),
  ];
}

/** Renders notes about the price in chronological order. */
function Notes({ offer, price }: { offer: CheckoutOffer; price: CheckoutPrice }) {
  const { kind, isQuoted, figures, supportDays, allowsInstallments } = offer;
  const notes = [
    price.deliveryDays !== null && !isQuoted && `Expected ${price.deliveryDays} days after the deposit.`,
    kind === 'plan' && `${figures.minorRevisions} minor revisions are included (term 11).`,
    kind === 'plan' &&
      !isQuoted &&
      `All of it back if work has not started ${figures.refundDays} days after the deposit (term 7); nothing once it has (term 8).`,
    allowsInstallments && 'The balance can be paid in 2 to 6 monthly installments (term 4).',
    supportDays > 0 && `${supportDays} days of support after delivery (term 13).`,
    kind === 'service' && 'Invoiced on the 1st of each month. Pause or cancel it whenever you like.',
    kind === 'project' && 'You can download the files as soon as it is paid (term 12).',
    kind === 'project' && 'You can get a full refund until you download them (term 7).',
  ].filter(note => note !== false);
  return (
    <ul className="mt-4 grid gap-2 text-small text-ink-soft">
      {notes.map(note => (
        <li key={note} className="grid grid-cols-[1rem_1fr]">
          <span aria-hidden="true">·</span>
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
