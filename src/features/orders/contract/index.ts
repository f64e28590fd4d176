import { changingContract, orderFilesContract } from './changing.ts';
import { checkoutContract } from './placing.ts';
import { quotesContract } from './quoting.ts';
import { ordersReadContract } from './reading.ts';
import { customRequestContract } from './requesting.ts';
import { supportContract } from './support.ts';
import { testimonialsContract } from './testimonials.ts';

export const ordersContract = {
  ...checkoutContract,
  ...customRequestContract,
  ...ordersReadContract,
  ...quotesContract,
  ...changingContract,
  ...supportContract,
  ...testimonialsContract,
  ...orderFilesContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    orders: typeof ordersContract;
  }
}
