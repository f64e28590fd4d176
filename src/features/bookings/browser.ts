// The public API of this feature in the browser.
export { UpcomingBookings } from './calendar/components/UpcomingBookings.tsx';
