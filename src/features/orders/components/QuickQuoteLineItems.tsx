import { TextField } from '#ui/TextField.tsx';
import { parseQuoteLineItems } from '../rules/quote-forms.ts';
import { getFieldError, isSubmissionOf, type FailedSubmission } from './ActionForm.tsx';

/** As many lines as most quotes need; empty ones are left out. */
const LINES = [0, 1, 2] as const;

interface AmountLinesProps {
  intent: string;
  /** What tells the form from others of its intent. */
  fields?: Readonly<Record<string, string>>;
  currency: string;
  refused: FailedSubmission | undefined;
}

/** The lines of a quote as the owner types them: what each is for, and its amount. What was refused stays typed. */
export function QuickQuoteLineItems({ intent, fields = {}, currency, refused }: AmountLinesProps) {
  const mine = refused && isSubmissionOf(refused.values, intent, fields) ? refused : undefined;
  const typed = mine?.values ?? {};
  const sent = parseQuoteLineItems(typed);
  // What is wrong is told by the lines that were sent, which leave out the empty ones.
  const errorAt = (slot: number, field: string) => {
    const place = sent.length === 0 ? slot : sent.findIndex(line => line.slot === slot);
    return getFieldError(mine, intent, `lines.${place}.${field}`);
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
