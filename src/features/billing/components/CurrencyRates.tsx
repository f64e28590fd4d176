import { ActionForm, ActionTextField, type FailedSubmission } from '#ui/ActionForm.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';

interface CurrencyRatesProps {
  /** The site's currency. */
  currency: string;
  rates: readonly { readonly currency: string; readonly rate: string | null }[];
  failure: FailedSubmission | undefined;
}

/** Form fields for the exchange rates of other currencies to the site's. */
export function CurrencyRates({ currency, rates, failure }: CurrencyRatesProps) {
  const isComplete = rates.every(({ rate }) => rate !== null);
  return (
    <div className={isComplete ? 'mt-12' : undefined}>
      <DashboardSection title="Exchange rates">
        <p className="mt-3 mb-5 max-w-[62ch] text-small text-ink-soft">
          {isComplete
            ? `All amounts are converted to ${currency} at these rates, also those of earlier periods.`
            : `To see all currencies together, enter what 1 unit of each is worth in ${currency}.`}
        </p>
        <ActionForm intent="rates" label="Save rates" busyLabel="Saving…" failure={failure}>
          <div className="grid w-full max-w-xl gap-5 sm:grid-cols-2">
            {rates.map((one, row) => (
              <div key={one.currency}>
                <input type="hidden" name={`rates.${row}.currency`} value={one.currency} readOnly />
                <ActionTextField
                  label={`1 ${one.currency} in ${currency}`}
                  name={`rates.${row}.rate`}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={12}
                  defaultValue={one.rate ?? ''}
                />
              </div>
            ))}
          </div>
        </ActionForm>
      </DashboardSection>
    </div>
  );
}
