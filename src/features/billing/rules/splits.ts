import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { type TaxRule, totalsOfSum } from './totals.ts';

/**
 * Returns whether two separately taxed parts add up to the sum's subtotal, tax and total, without separate rounding.
 */
function addsUp(part: MinorUnits, sum: MinorUnits, rule: TaxRule): boolean {
  const whole = totalsOfSum(sum, rule);
  const one = totalsOfSum(part, rule);
  const other = totalsOfSum(subtractAmounts(sum, part), rule);
  // The subtotals then add up too.
  return (
    one.taxAmount + other.taxAmount === whole.taxAmount &&
    Math.abs(one.rounding) + Math.abs(other.rounding) === Math.abs(whole.rounding)
  );
}

/**
 * Returns the part of a sum nearest to `target` that can be invoiced separately: both parts together match the
 * subtotal, tax and total to the minor unit, though each is taxed on its own document (EN 16931 BR-CO-17). With `up` it
 * is at least the target. Returns all or nothing if no part in between works.
 */
export function splitOff(
  sum: MinorUnits,
  target: MinorUnits,
  rule: TaxRule,
  { up = false }: { readonly up?: boolean } = {},
): MinorUnits {
  const fits = (part: number) => part > 0 && part < sum && addsUp(toMinorUnits(part), sum, rule);
  const maxDistance = Math.max(sum - target, up ? 0 : target);
  for (let distance = 0; distance < maxDistance; distance += 1) {
    if (fits(target + distance)) return toMinorUnits(target + distance);
    if (!up && fits(target - distance)) return toMinorUnits(target - distance);
  }
  return up || target * 2 >= sum ? sum : ZERO;
}
