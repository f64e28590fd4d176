import type { RouteObject } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';
import { paths } from '#shared/paths.ts';

/** The pages of consultations: for visitors, by secret links, and on the dashboard. */
export const bookingRoutes: { readonly public: RouteObject[]; readonly dashboard: RouteObject[] } = {
  public: [
    {
      path: paths.consultation,
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/ConsultationPage.tsx')),
    },
    {
      path: '/booking/:link',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/ClientBookingPage.tsx')),
    },
  ],
  dashboard: [
    {
      path: 'bookings',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/BookingsPage.tsx')),
    },
    {
      path: 'bookings/:booking',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/BookingPage.tsx')),
    },
    {
      path: 'calendar',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/CalendarPage.tsx')),
    },
    {
      path: 'calendar/availability',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/AvailabilityPage.tsx')),
    },
    {
      path: 'calendar/other-calendars',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/ExternalCalendarsPage.tsx')),
    },
    {
      path: 'calendar/new',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/bookings/pages/NewBookingPage.tsx')),
    },
  ],
};
