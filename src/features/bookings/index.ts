// The public API of this feature on the server.
export { listNewBookings } from './booking-page/queries.ts';
export { bookings } from './lifecycle/tables.ts';
