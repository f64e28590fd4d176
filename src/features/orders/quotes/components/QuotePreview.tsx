import type { MinorUnits } from '#shared/money.ts';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { listOrderTaxNotes, listTaxDtos, nameTaxes } from '../../lifecycle/rules/tax.ts';
import type { QuoteFormValues as Quote } from '../contract.ts';
import { listTypedParts, readMilestoneFields } from '../rules/payment-schedule.ts';
import { listChosenLines, listOptions, parseLineValues, readQuoteLines } from '../rules/quote-lines.ts';
import { calculateQuoteTotals } from '../rules/quotes.ts';
import { OtherOptions } from './QuoteOptions.tsx';

/** Returns the price without options as the owner types, calculated by the same function as the invoices. */
export function getTypedPrice(typed: Readonly<Record<string, string>>, quote: Quote) {
  const { currency, tax } = quote;
  const depositPercent = /^\d{1,2}$|^100$/.test(typed.depositPercent ?? '')
    ? Number(typed.depositPercent)
    : quote.depositPercent;
  const lineValues = parseLineValues(typed);
  const { quote: written } = readQuoteLines(lineValues, typed.discount ?? '', quote);
  const named = written.lines.map((line, index) => ({
    ...line,
    description: line.description || `Line ${(lineValues[index]?.slot ?? 0) + 1}`,
  }));
  const chosen = listChosenLines({ ...written, lines: named }, []);
  const options = listOptions({ lines: named }).map(option => ({ ...option, isChosen: false }));
  const settings = { ...quote, depositPercent };
  const { lines: lineItems, ...totals } = calculateQuoteTotals(chosen, typed.urgent === 'on', tax, settings);
  return { ...totals, lineItems, options, currency, tax, settings };
}

/** Shows the total of the quote as the owner types. */
export function QuotePreview({ typed, quote }: { typed: Readonly<Record<string, string>>; quote: Quote }) {
  const { currency } = quote;
  const price = getTypedPrice(typed, quote);
  const { lineItems, options, total, deposit, balance } = price;
  const named = { ...price, otherOptions: options };
  const taxNote = listOrderTaxNotes(price).join(' ') || null;
  const { depositPercent } = price.settings;
  const part = (label: string, amount: MinorUnits, term: number) => ({ label, amount, term });
  const parts = [
    ...(deposit > 0 ? [part(`Deposit (${depositPercent}%)`, deposit, 1)] : []),
    ...(balance > 0 ? listBalanceParts(typed, price) : []),
  ];
  return (
    <section aria-label="Quote total">
      <h3 className="text-h4">Quote total</h3>
      <div className="mt-2">
        <PriceBreakdown
          price={{ lineItems: nameTaxes(lineItems, named), taxes: listTaxDtos(price), taxNote, total }}
          currency={currency}
          options={options.length > 0 && <OtherOptions options={nameTaxes(options, named)} currency={currency} />}
          parts={total > 0 ? parts : []}
        />
        {quote.taxReason !== null && <p className="hint mt-3">{quote.taxReason}</p>}
      </div>
    </section>
  );
}

/** Returns when the balance is due, as typed. */
function listBalanceParts(typed: Readonly<Record<string, string>>, price: ReturnType<typeof getTypedPrice>) {
  const { installments = '1' } = typed;
  if (installments === 'milestones') return listTypedParts(readMilestoneFields(typed), price);
  return installments === '1'
    ? [{ label: 'Balance, due after completion', amount: price.balance, term: 2 }]
    : [{ label: `Balance in ${installments} monthly installments`, amount: price.balance, term: 4 }];
}
