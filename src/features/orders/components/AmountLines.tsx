import { Field } from '#ui/Field.tsx';
import { errorOf, type Refused } from './ActionForm.tsx';

/** As many lines as most quotes need; empty ones are left out. */
const LINES = [0, 1, 2] as const;

/** The lines of a quote as the owner types them: what each is for, and its amount. */
export function AmountLines({
  intent,
  currency,
  refused,
}: {
  intent: string;
  currency: string;
  refused: Refused | undefined;
}) {
  return (
    <div className="grid w-full gap-4">
      {LINES.map(place => (
        <div key={place} className="grid gap-4 sm:grid-cols-[1fr_10rem]">
          <Field
            label={place === 0 ? 'What it is for' : `Line ${place + 1}`}
            name="description"
            maxLength={200}
            error={errorOf(refused, intent, `lines.${place}.description`)}
          />
          <Field
            label={`Amount in ${currency}`}
            name="amount"
            inputMode="decimal"
            maxLength={30}
            error={errorOf(refused, intent, `lines.${place}.amount`)}
          />
        </div>
      ))}
    </div>
  );
}
