import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { type TaxRule, totalsOfSum } from './totals.ts';

/** Whether two parts of a sum, each taxed by itself, have its subtotal, its tax and its total, with no rounding of their own. */
function addUp(part: MinorUnits, sum: MinorUnits, rule: TaxRule): boolean {
  const whole = totalsOfSum(sum, rule);
  const one = totalsOfSum(part, rule);
  const other = totalsOfSum(subtractAmounts(sum, part), rule);
  return (
    one.subtotal + other.subtotal === whole.subtotal &&
    one.taxAmount + other.taxAmount === whole.taxAmount &&
    Math.abs(one.rounding) + Math.abs(other.rounding) === Math.abs(whole.rounding)
  );
}

/**
 * Returns the part of a sum of lines, nearest to `target`, that can be invoiced by itself: it and the rest have the
 * subtotal, tax and total of the whole to the minor unit, though each is taxed on its own document (EN 16931 BR-CO-17).
 * With `up` it is never less than the target. Returns all of the sum, or nothing, where no part in between does.
 */
export function splitOff(
  sum: MinorUnits,
  target: MinorUnits,
  rule: TaxRule,
  { up = false }: { readonly up?: boolean } = {},
): MinorUnits {
  const fits = (part: number) => part > 0 && part < sum && addUp(toMinorUnits(part), sum, rule);
  const farthest = Math.max(sum - target, up ? 0 : target);
  for (let away = 0; away < farthest; away += 1) {
    if (fits(target + away)) return toMinorUnits(target + away);
    if (!up && fits(target - away)) return toMinorUnits(target - away);
  }
  return up || target * 2 >= sum ? sum : ZERO;
}

/** Returns a sum of lines in `count` parts as equal as they can be, the larger first, each of which can be invoiced by itself. */
export function splitIntoParts(sum: MinorUnits, count: number, rule: TaxRule): MinorUnits[] {
  const parts: MinorUnits[] = [];
  let rest = sum;
  for (let left = count; left > 1; left -= 1) {
    const part = splitOff(rest, toMinorUnits(Math.ceil(rest / left)), rule);
    parts.push(part);
    rest = subtractAmounts(rest, part);
  }
  return [...parts, rest];
}
