// What other parts of the product may import in the browser.
export { TodayBookings } from './calendar/components/TodayBookings.tsx';
