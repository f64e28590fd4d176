import type { PriceListItem } from '../rules/price-list.ts';

interface PriceListSelectProps {
  prices: readonly PriceListItem[];
  currency: string;
  onSelect: (line: PriceListItem['line']) => void;
}

/** Lets the owner add an offer in this currency as a line; renders nothing if there is none. */
export function PriceListSelect({ prices, currency, onSelect }: PriceListSelectProps) {
  const offered = prices.filter(price => price.currency === currency);
  if (offered.length === 0) return null;
  return (
    <label className="min-w-0">
      <span className="sr-only">Add from the price list</span>
      <select
        className="field"
        value=""
        onChange={event => {
          const { line } = offered[Number(event.target.value)] ?? {};
          if (line) onSelect(line);
        }}
      >
        <option value="">Add from the price list…</option>
        {offered.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
