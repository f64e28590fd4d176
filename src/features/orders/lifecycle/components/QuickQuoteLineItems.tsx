import { TextField } from '#ui/TextField.tsx';
import { useFormFailure } from '#ui/ActionForm.tsx';
import { parseQuoteLineItems } from '../rules/quote-line-items.ts';

/** Enough for most quotes; empty lines are ignored. */
const LINES = [0, 1, 2] as const;

/** Renders the lines of a quote; keeps the values and errors of a rejected submission. */
export function QuickQuoteLineItems({ currency }: { currency: string }) {
  const mine = useFormFailure();
  const typed = mine?.values ?? {};
  const sent = parseQuoteLineItems(typed);
  // Error indexes count submitted lines, which leave out empty ones.
  const errorAt = (slot: number, field: string) => {
    const place = sent.length === 0 ? slot : sent.findIndex(line => line.slot === slot);
    return mine?.failed.fields[`lineItems.${place}.${field}`];
  };
  return (
    <div className="grid w-full gap-4">
      {LINES.map(slot => (
        <div key={slot} className="grid gap-4 sm:grid-cols-[1fr_10rem]">
          <TextField
            label={slot === 0 ? 'What it is for' : `Line ${slot + 1}`}
            name={`description-${slot}`}
            maxLength={200}
            defaultValue={typed[`description-${slot}`]}
            error={errorAt(slot, 'description')}
          />
          <TextField
            label={`Amount in ${currency}`}
            name={`amount-${slot}`}
            inputMode="decimal"
            maxLength={30}
            defaultValue={typed[`amount-${slot}`]}
            error={errorAt(slot, 'amount')}
          />
        </div>
      ))}
    </div>
  );
}
