// What other parts of the product may import on the server.
export { listNewBookings } from './booking-page/queries.ts';
export { bookings } from './lifecycle/tables.ts';
