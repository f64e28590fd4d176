import type { Money } from '#shared/money.ts';
import type { ExchangeRate } from '../contract/exchange.ts';
import { TAKA } from '../contract/tax-rate.ts';
import { sendText } from './exchange.ts';

/** How clients pay by hand (term 3), each method with what they are told to do. */
const byHand = [
  ['bank', 'Bank transfer'],
  ['bkash', 'bKash'],
  ['nagad', 'Nagad'],
] as const;

/** What a document says about paying: the methods that the owner has set up, in the order of the term. */
export function listPaymentInstructions(
  instructions: Readonly<Record<(typeof byHand)[number][0], string | null>>,
): { readonly method: string; readonly text: string }[] {
  return byHand.flatMap(([name, method]) => {
    const text = instructions[name]?.trim();
    return text ? [{ method, text }] : [];
  });
}

/** bKash and Nagad, as documents name them: both take BDT only. */
const takaMethods: ReadonlySet<string> = new Set(['bKash', 'Nagad']);

/** Returns whether a payment method takes BDT only. */
export function takesTakaOnly(method: string): boolean {
  return takaMethods.has(method);
}

/**
 * Returns the ways to pay an amount. If it isn't in BDT, bKash and Nagad say what to send in BDT at the owner's rate;
 * without a rate they are left out.
 */
export function waysToPay(
  ways: readonly { readonly method: string; readonly text: string }[],
  amount: Money,
  exchange: ExchangeRate | undefined,
): { method: string; text: string }[] {
  return ways.flatMap(({ method, text }) => {
    if (!takesTakaOnly(method) || amount.currency === TAKA) return [{ method, text }];
    return exchange ? [{ method, text: `${sendText(amount, exchange)}\n${text}` }] : [];
  });
}
