import { formatMoney, type MinorUnits } from '#shared/money.ts';

interface TableTotalsProps {
  currency: string;
  /** Sums by label. */
  amounts: Readonly<Record<string, MinorUnits>>;
}

/** The sums of a list in one currency, in a line that leaves the rows in view. */
export function TableTotals({ currency, amounts }: TableTotalsProps) {
  return (
    <dl
      aria-label={`Totals in ${currency}`}
      className="flex flex-wrap gap-x-6 gap-y-1 border-b border-rule py-2 first-of-type:border-t"
    >
      {Object.entries(amounts).map(([label, minor]) => (
        <div key={label} className="flex items-baseline gap-x-2">
          <dt className="hint">{label}</dt>
          <dd className="font-mono text-small tabular-nums">{formatMoney({ minor, currency }, { exact: true })}</dd>
        </div>
      ))}
    </dl>
  );
}
