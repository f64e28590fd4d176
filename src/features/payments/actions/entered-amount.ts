import { parseAmount } from '#shared/parse-amount.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';

/** Returns the amount in the field `amount` of a form. Throws UNPROCESSABLE if it is zero, above `max` or unreadable. */
export function parseEnteredAmount(text: string, currency: string, max?: MinorUnits): MinorUnits {
  const parsed = parseAmount(text, currency);
  if ('error' in parsed) throw invalidAmount(parsed.error);
  const { minor } = parsed.amount;
  if (minor <= 0) throw invalidAmount('Enter an amount above zero.');
  if (max !== undefined && minor > max)
    throw invalidAmount(`Enter at most ${formatMoney({ minor: max, currency }, { exact: true })}.`);
  return minor;
}

export const invalidAmount = (message: string) => new AppError('UNPROCESSABLE', message, { amount: message });
