import { bookingsPublicContract } from './public.ts';

export const bookingsContract = {
  ...bookingsPublicContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    bookings: typeof bookingsContract;
  }
}
