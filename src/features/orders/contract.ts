import { changingContract, filesContract } from './contract/changing.ts';
import { placingContract } from './contract/placing.ts';
import { quotingContract } from './contract/quoting.ts';
import { readingContract } from './contract/reading.ts';
import { requestingContract } from './contract/requesting.ts';
import { supportContract } from './contract/support.ts';
import { testimonialsContract } from './contract/testimonials.ts';

/** Orders, as clients place them and as both sides see and move them. */
export const ordersContract = {
  ...placingContract,
  ...requestingContract,
  ...readingContract,
  ...quotingContract,
  ...changingContract,
  ...supportContract,
  ...testimonialsContract,
  ...filesContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    orders: typeof ordersContract;
  }
}
