import type { MinorUnits, Money } from '#shared/money.ts';
import type { PaymentStatus } from '../contract/enums.ts';

interface ArrivedPayment {
  readonly status: PaymentStatus;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly receivedAmount: MinorUnits | null;
  readonly receivedCurrency: string | null;
}

/** Returns the requested amount of a payment, or the amount that arrived if it is mismatched. */
export function getPaymentMoney({ status, amount, currency, receivedAmount, receivedCurrency }: ArrivedPayment): Money {
  if (status !== 'amount_mismatch' || receivedAmount === null || receivedCurrency === null)
    return { minor: amount, currency };
  return { minor: receivedAmount, currency: receivedCurrency };
}

/** Returns whether the money arrived, counted or not. */
export function isReceived({ status }: Pick<ArrivedPayment, 'status'>): boolean {
  return status === 'confirmed' || status === 'amount_mismatch';
}
