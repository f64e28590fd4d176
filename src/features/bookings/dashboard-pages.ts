import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import Clock from 'lucide-react/icons/clock';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const bookingsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/bookings',
    load: () => import('./booking-page/pages/BookingsPage.tsx'),
    nav: {
      menu: 'Bookings',
      label: 'Bookings',
      order: 10,
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
      menu: 'Bookings',
      label: 'Calendar',
      order: 20,
      access: 'owner',
      icon: CalendarDays,
      keywords: 'consultations agenda day week busy',
    },
  },
  {
    path: '/dashboard/calendar/availability',
    load: () => import('./availability/pages/AvailabilityPage.tsx'),
    nav: {
      menu: 'Bookings',
      label: 'Availability',
      order: 30,
      access: 'owner',
      icon: Clock,
      keywords: 'weekly hours date overrides holidays days off buffer notice',
    },
  },
  {
    path: '/dashboard/calendar/other-calendars',
    load: () => import('./external-calendars/pages/ExternalCalendarsPage.tsx'),
    nav: {
      menu: 'Bookings',
      label: 'External calendars',
      order: 40,
      access: 'owner',
      icon: CalendarSync,
      keywords: 'busy times ics ical google outlook feed subscribe',
    },
  },
  { path: '/dashboard/calendar/new', load: () => import('./scheduling/pages/NewBookingPage.tsx') },
];
