import type { MinorUnits, Money } from '#shared/money.ts';
import type { PaymentStatus } from '../contract/enums.ts';

interface ArrivedPayment {
  readonly state: PaymentStatus;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly arrivedAmount: MinorUnits | null;
  readonly arrivedCurrency: string | null;
}

/** The money of a payment: what was asked for, or what arrived in place of it. */
export function getPaymentMoney({ state, amount, currency, arrivedAmount, arrivedCurrency }: ArrivedPayment): Money {
  if (state !== 'mismatched' || arrivedAmount === null || arrivedCurrency === null) return { minor: amount, currency };
  return { minor: arrivedAmount, currency: arrivedCurrency };
}

/** Whether the money of a payment is here, counted or not. */
export function isReceived({ state }: Pick<ArrivedPayment, 'state'>): boolean {
  return state === 'confirmed' || state === 'mismatched';
}
