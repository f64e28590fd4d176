import { type ManualPaymentMethod, manualMethods, type PaymentMethod } from '../contract/enums.ts';

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  bank_transfer: 'Bank transfer',
  bkash: 'bKash',
  nagad: 'Nagad',
};

/** Returns whether the owner has to check that the money arrived (term 3). */
export function isManualMethod(method: PaymentMethod): method is ManualPaymentMethod {
  return manualMethods.some(name => name === method);
}
