import { changingContract, filesContract } from './changing.ts';
import { placingContract } from './placing.ts';
import { quotingContract } from './quoting.ts';
import { readingContract } from './reading.ts';
import { requestingContract } from './requesting.ts';
import { supportContract } from './support.ts';
import { testimonialsContract } from './testimonials.ts';

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
