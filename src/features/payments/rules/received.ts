import type { MinorUnits, Money } from '#shared/money.ts';
import type { PaymentStatus } from '../contract/enums.ts';

interface ArrivedPayment {
  readonly state: PaymentStatus;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly arrivedAmount: MinorUnits | null;
  readonly arrivedCurrency: string | null;
}

/** Returns the requested amount of a payment, or the amount that arrived if it is mismatched. */
export function getPaymentMoney({ state, amount, currency, arrivedAmount, arrivedCurrency }: ArrivedPayment): Money {
  if (state !== 'mismatched' || arrivedAmount === null || arrivedCurrency === null) return { minor: amount, currency };
  return { minor: arrivedAmount, currency: arrivedCurrency };
}

/** Returns whether the money arrived, counted or not. */
export function isReceived({ state }: Pick<ArrivedPayment, 'state'>): boolean {
  return state === 'confirmed' || state === 'mismatched';
}
