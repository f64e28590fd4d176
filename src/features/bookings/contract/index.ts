import { bookingsPublicContract } from './public.ts';

/** Consultations: the times that are free, and bookings from both sides. */
export const bookingsContract = {
  ...bookingsPublicContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    bookings: typeof bookingsContract;
  }
}
