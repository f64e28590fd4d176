import { type HandMethod, handMethods, type PaymentMethod } from '../contract/enums.ts';

/** As people read them. */
export const methodLabels: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  bank: 'Bank transfer',
  bkash: 'bKash',
  nagad: 'Nagad',
};

/** Whether the owner has to look if the money is there (term 3). */
export function isByHand(method: PaymentMethod): method is HandMethod {
  return handMethods.some(name => name === method);
}
