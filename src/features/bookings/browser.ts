// What other parts of the product may import in the browser.
export { UpcomingBookings } from './calendar/components/UpcomingBookings.tsx';
