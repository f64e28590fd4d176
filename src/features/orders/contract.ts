import { changingContract } from './lifecycle/contract/endpoints.ts';
import { orderFilesContract } from './files/contract.ts';
import { checkoutContract } from './checkout/contract.ts';
import { quotesContract } from './quotes/contract.ts';
import { ordersReadContract } from './order-page/contract.ts';
import { remindersContract } from './reminders/contract.ts';
import { supportContract } from './support/contract.ts';

export const ordersContract = {
  ...checkoutContract,
  ...ordersReadContract,
  ...quotesContract,
  ...changingContract,
  ...supportContract,
  ...orderFilesContract,
  ...remindersContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    orders: typeof ordersContract;
  }
}
