import { availabilityContract } from './availability/contract.ts';
import { bookingPageContract } from './booking-page/contract.ts';
import { calendarContract } from './calendar/contract.ts';
import { checkoutContract } from './checkout/contract.ts';
import { externalCalendarsContract } from './external-calendars/contract.ts';
import { filesContract } from './files/contract.ts';
import { schedulingContract } from './scheduling/contract.ts';

export const bookingsContract = { ...checkoutContract, ...bookingPageContract, ...filesContract };

export const ownerCalendarContract = {
  ...calendarContract,
  ...schedulingContract,
  ...availabilityContract,
  ...externalCalendarsContract,
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    bookings: typeof bookingsContract;
    calendar: typeof ownerCalendarContract;
  }
}
