import { parseAmount } from '#features/pricing/index.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';

/** Parses the lines of a quote. Throws UNPROCESSABLE for the line with an invalid amount. */
export function parseLineItems(
  lines: readonly { readonly description: string; readonly amount: string }[],
  currency: string,
): { readonly description: string; readonly amount: MinorUnits }[] {
  return lines.map(({ description, amount }, index) => {
    const parsed = parseAmount(amount, currency);
    if ('amount' in parsed) return { description, amount: parsed.amount.minor };
    throw new AppError('UNPROCESSABLE', parsed.error, { [`lineItems.${index}.amount`]: parsed.error });
  });
}
