import type { MinorUnits } from '#shared/money.ts';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { AgingStatus } from '../contract/document-list.ts';
import type { CurrencyReport, MoneyFigures, MoneyShares } from '../contract/money-report.ts';
import { convertMoney } from './exchange.ts';

/**
 * Returns the figures of all currencies in one: each amount at the value of one unit of its currency, rounded half up, and
 * then added. Undefined if a rate is missing.
 */
export function convertReport(
  reports: readonly CurrencyReport[],
  currency: string,
  rates: ReadonlyMap<string, string>,
): CurrencyReport | undefined {
  const converted = reports.map(report => {
    const rate = report.currency === currency ? '1' : rates.get(report.currency);
    if (rate === undefined) return undefined;
    const convert = (minor: MinorUnits) => convertMoney({ minor, currency: report.currency }, rate, currency).minor;
    return {
      current: mapValues(report.current, convert),
      previous: mapValues(report.previous, convert),
      received: report.received.map(convert),
      receivedBefore: report.receivedBefore.map(convert),
      aging: mapValues(report.aging, convert),
      clients: convertShares(report.clients, convert),
      offers: convertShares(report.offers, convert),
    };
  });
  const [first, ...others] = converted.filter(report => report !== undefined);
  if (!first || converted.includes(undefined)) return undefined;
  const all = [first, ...others];
  return {
    currency,
    current: addUp<keyof MoneyFigures>(all.map(({ current }) => current)),
    previous: addUp<keyof MoneyFigures>(all.map(({ previous }) => previous)),
    received: first.received.map((_amount, month) => sumAmounts(all.map(({ received }) => received[month] ?? ZERO))),
    receivedBefore: first.receivedBefore.map((_amount, month) =>
      sumAmounts(all.map(({ receivedBefore }) => receivedBefore[month] ?? ZERO)),
    ),
    aging: addUp<AgingStatus>(all.map(({ aging }) => aging)),
    clients: mergeShares(all.map(({ clients }) => clients)),
    offers: mergeShares(all.map(({ offers }) => offers)),
  };
}

function mapValues<Name extends string>(
  amounts: Readonly<Record<Name, MinorUnits>>,
  convert: (amount: MinorUnits) => MinorUnits,
): Record<Name, MinorUnits> {
  const entries = Object.entries<MinorUnits>(amounts).map(([name, amount]) => [name, convert(amount)]);
  return Object.fromEntries(entries) as Record<Name, MinorUnits>;
}

function addUp<Name extends string>(all: readonly Record<Name, MinorUnits>[]): Record<Name, MinorUnits> {
  const names = Object.keys(all[0] ?? {}) as Name[];
  const entries = names.map(name => [name, sumAmounts(all.map(amounts => amounts[name]))]);
  return Object.fromEntries(entries) as Record<Name, MinorUnits>;
}

const convertShares = ({ items, others }: MoneyShares, convert: (amount: MinorUnits) => MinorUnits): MoneyShares => ({
  items: items.map(item => ({ ...item, received: convert(item.received) })),
  others: { ...others, received: convert(others.received) },
});

/** Adds the shares of one client or offer in several currencies. */
function mergeShares(all: readonly MoneyShares[]): MoneyShares {
  const byKey = Map.groupBy(
    all.flatMap(({ items }) => items),
    ({ key }) => key,
  );
  const items = [...byKey]
    .map(([key, same]) => {
      const received = sumAmounts(same.map(share => share.received));
      return { key, label: same[0]?.label ?? key, received };
    })
    .toSorted((one, other) => other.received - one.received);
  const count = all.reduce((sum, { others }) => sum + others.count, 0);
  return { items, others: { count, received: sumAmounts(all.map(({ others }) => others.received)) } };
}

/** Returns the first shares of a list; the others are added up. */
export function limitShares({ items, others }: MoneyShares, listed: number): MoneyShares {
  const rest = items.slice(listed);
  const received = sumAmounts([...rest.map(share => share.received), others.received]);
  return { items: items.slice(0, listed), others: { count: rest.length + others.count, received } };
}
