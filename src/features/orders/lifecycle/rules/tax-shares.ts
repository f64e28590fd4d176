import { splitOff } from '#features/billing/rules/splits.ts';
import { taxKey, type TaxTotals, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { splitProportionally, subtractAmounts, sumAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { OrderTax } from '../contract/snapshots.ts';

/** A share of an order's lines with one tax, net or gross like the order's prices. */
export interface TaxShare {
  readonly tax: OrderTax;
  readonly amount: MinorUnits;
}

export function sumShares(shares: readonly TaxShare[]): MinorUnits {
  return sumAmounts(shares.map(({ amount }) => amount));
}

/** Returns the totals of shares, each taxed on its sum. */
export function totalsOfShares(shares: readonly TaxShare[]): TaxTotals<OrderTax>[] {
  return shares.map(({ tax, amount }) => ({ tax, ...totalsOfSum(amount, tax) }));
}

/** Returns the price of shares including tax. */
export function totalOfShares(shares: readonly TaxShare[]): MinorUnits {
  return sumAmounts(totalsOfShares(shares).map(({ total }) => total));
}

export function subtractShares(from: readonly TaxShare[], taken: readonly TaxShare[]): TaxShare[] {
  return from.map(({ tax, amount }) => {
    const same = taken.filter(share => taxKey(share.tax) === taxKey(tax));
    return { tax, amount: subtractAmounts(amount, sumShares(same)) };
  });
}

export function negateShares(shares: readonly TaxShare[]): TaxShare[] {
  return shares.map(({ tax, amount }) => ({ tax, amount: subtractAmounts(ZERO, amount) }));
}

/** Returns an amount split among the taxes in proportion to the shares. */
export function apportion(amount: MinorUnits, shares: readonly TaxShare[]): TaxShare[] {
  const amounts = splitProportionally(
    amount,
    shares.map(share => share.amount),
  );
  return shares.map(({ tax }, index) => ({ tax, amount: amounts[index] ?? ZERO }));
}

/**
 * Returns a part of the shares near `target` that can be invoiced separately: its taxes and those of the rest add up
 * (`splitOff`). With `up`, it is at least the target.
 */
export function takePart(
  shares: readonly TaxShare[],
  target: MinorUnits,
  options: { readonly up?: boolean } = {},
): TaxShare[] {
  return apportion(target, shares).map(({ tax, amount }, index) => {
    const sum = shares[index]?.amount ?? ZERO;
    return { tax, amount: amount === 0 ? ZERO : splitOff(sum, amount, tax, options) };
  });
}

/** Splits shares into `count` parts as equal as possible, largest first, each of which can be invoiced separately. */
export function splitIntoParts(shares: readonly TaxShare[], count: number): TaxShare[][] {
  const parts: TaxShare[][] = [];
  let rest = [...shares];
  for (let remaining = count; remaining > 1; remaining -= 1) {
    const part = takePart(rest, toMinorUnits(Math.ceil(sumShares(rest) / remaining)));
    parts.push(part);
    rest = subtractShares(rest, part);
  }
  return [...parts, rest];
}
