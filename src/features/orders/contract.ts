import { changingContract, filesContract } from './contract/changing.ts';
import { placingContract } from './contract/placing.ts';
import { readingContract } from './contract/reading.ts';

/** Orders, as clients place them and as both sides see and move them. */
export const ordersContract = { ...placingContract, ...readingContract, ...changingContract, ...filesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    orders: typeof ordersContract;
  }
}
