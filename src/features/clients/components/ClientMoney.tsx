import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { ClientMoney } from '../contract/index.ts';

/** Lists amounts in several currencies; a dash without any. */
export function Amounts({ money, of }: { money: readonly ClientMoney[]; of: keyof Omit<ClientMoney, 'currency'> }) {
  const amounts = money.flatMap(({ currency, ...sums }): [string, MinorUnits][] =>
    sums[of] === 0 ? [] : [[currency, sums[of]]],
  );
  if (amounts.length === 0) return <span className="text-ink-faint">–</span>;
  return amounts.map(([currency, minor]) => (
    <span key={currency} className="block font-mono whitespace-nowrap tabular-nums">
      {formatMoney({ minor, currency }, { exact: true })}
    </span>
  ));
}
