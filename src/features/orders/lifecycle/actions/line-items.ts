import { parseAmount } from '#shared/parse-amount.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';

/** Returns the error of a quote whose total isn't above 0, on its first line. */
export function createTotalError(): AppError {
  const message = 'Enter a total above 0.';
  return new AppError('UNPROCESSABLE', message, { 'lineItems.0.amount': message });
}

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
