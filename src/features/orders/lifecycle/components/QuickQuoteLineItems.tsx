import { type TaxOption, TaxSelect } from '#features/billing/browser.ts';
import { TextField } from '#ui/TextField.tsx';
import { useFormFailure } from '#ui/ActionForm.tsx';
import { parseQuoteLineItems } from '../rules/quote-line-items.ts';

/** Enough for most quotes; empty lines are ignored. */
const LINES = [0, 1, 2] as const;

interface QuickQuoteLineItemsProps {
  currency: string;
  /** The taxes to choose from, the order's first. */
  taxes?: readonly Pick<TaxOption, 'key' | 'label'>[];
}

/** Renders the lines of a quote; keeps the values and errors of a rejected submission. */
export function QuickQuoteLineItems({ currency, taxes = [] }: QuickQuoteLineItemsProps) {
  const failure = useFormFailure();
  const typed = failure?.values ?? {};
  const lines = parseQuoteLineItems(typed);
  // Error indexes count submitted lines, which leave out empty ones.
  const getError = (slot: number, field: string) => {
    const index = lines.length === 0 ? slot : lines.findIndex(line => line.slot === slot);
    return failure?.failed.fields[`lineItems.${index}.${field}`];
  };
  return (
    <div className="grid w-full gap-4">
      {LINES.map(slot => (
        <div
          key={slot}
          className={`grid gap-4 ${taxes.length > 1 ? 'sm:grid-cols-[1fr_8rem_12rem]' : 'sm:grid-cols-[1fr_10rem]'}`}
        >
          <TextField
            label={slot === 0 ? 'Description' : `Line ${slot + 1}`}
            name={`description-${slot}`}
            maxLength={200}
            defaultValue={typed[`description-${slot}`]}
            error={getError(slot, 'description')}
          />
          <TextField
            label={`Amount in ${currency}`}
            name={`amount-${slot}`}
            inputMode="decimal"
            maxLength={30}
            defaultValue={typed[`amount-${slot}`]}
            error={getError(slot, 'amount')}
          />
          {taxes.length > 1 && (
            <TaxSelect
              name={`tax-${slot}`}
              taxes={taxes}
              chosen={typed[`tax-${slot}`] ?? ''}
              defaultNote="order"
              error={getError(slot, 'tax')}
            />
          )}
        </div>
      ))}
    </div>
  );
}
