import type { BillingTotals } from '../contract/document-list.ts';
import { formatAmount } from '../rules/labels.ts';

export function CurrencyTotals({ totals }: { totals: readonly BillingTotals[] }) {
  return (
    <div className="mt-6 grid gap-px border-y border-rule bg-rule">
      {totals.map(({ currency, invoiced, credited, paid, outstanding }) => (
        <dl
          key={currency}
          aria-label={`In ${currency}`}
          className="grid grid-cols-2 gap-x-8 gap-y-4 bg-ground py-4 sm:grid-cols-[4rem_repeat(4,minmax(0,1fr))] sm:items-end"
        >
          <div className="col-span-2 sm:col-span-1">
            <dt className="sr-only">Currency</dt>
            <dd className="meta">{currency}</dd>
          </div>
          <Sum label="Asked for" text={formatAmount(invoiced, currency)} />
          <Sum label="Credited" text={formatAmount(credited, currency)} />
          <Sum label="Paid" text={formatAmount(paid, currency)} />
          <Sum label="Still open" text={formatAmount(outstanding, currency)} strong />
        </dl>
      ))}
    </div>
  );
}

function Sum({ label, text, strong = false }: { label: string; text: string; strong?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="meta">{label}</dt>
      <dd
        className={`font-display tabular-nums [overflow-wrap:anywhere] ${strong ? 'text-h4 font-semibold' : 'text-h4 text-ink-soft'}`}
      >
        {text}
      </dd>
    </div>
  );
}
