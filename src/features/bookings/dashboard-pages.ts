import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarDays from 'lucide-react/icons/calendar-days';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const bookingsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/bookings',
    load: () => import('./booking-page/pages/BookingsPage.tsx'),
    nav: {
      label: 'Bookings',
      group: 'Business',
      order: 30,
      access: 'member',
      icon: CalendarCheck,
      keywords: 'consultations calls appointments calendar time reschedule cancel my',
    },
  },
  { path: '/dashboard/bookings/:booking', load: () => import('./booking-page/pages/BookingPage.tsx') },
  {
    path: '/dashboard/calendar',
    load: () => import('./calendar/pages/CalendarPage.tsx'),
    nav: {
      label: 'Calendar',
      group: 'Business',
      order: 40,
      access: 'owner',
      icon: CalendarDays,
      keywords:
        'consultations bookings availability hours holidays days off date overrides external calendars busy ics ical google outlook feed subscribe',
    },
  },
  { path: '/dashboard/calendar/availability', load: () => import('./availability/pages/AvailabilityPage.tsx') },
  {
    path: '/dashboard/calendar/other-calendars',
    load: () => import('./external-calendars/pages/ExternalCalendarsPage.tsx'),
  },
  { path: '/dashboard/calendar/new', load: () => import('./scheduling/pages/NewBookingPage.tsx') },
];
