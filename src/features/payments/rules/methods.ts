import { type ManualPaymentMethod, manualMethods, type PaymentMethod } from '../contract/enums.ts';

/** As people read them. */
export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  bank: 'Bank transfer',
  bkash: 'bKash',
  nagad: 'Nagad',
};

/** Whether the owner has to look if the money is there (term 3). */
export function isManualMethod(method: PaymentMethod): method is ManualPaymentMethod {
  return manualMethods.some(name => name === method);
}
