import type { RouteObject } from 'react-router';
import { pageCode } from '#platform/browser/page-code.ts';
import { bookingRoutes } from './booking-routes.tsx';
import { dashboardRoutes } from './dashboard-routes.tsx';
import { newsletterRoutes } from './newsletter-routes.tsx';
import type { FurtherRoutes } from './routes.tsx';

/** What stands below the forms for signing in and registering. */
const otherWays: RouteObject = {
  index: true,
  lazy: pageCode(() => import('#features/identities/pages/OtherWaysPage.tsx')),
};

/** Signing in, what mails and shared links lead to, and the dashboard. The browser has these with the first such page. */
export const furtherRoutes: FurtherRoutes = {
  public: [
    {
      path: '/preview/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/blog/pages/SharedPreviewPage.tsx')),
    },
    {
      path: '/preview/project/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/projects/pages/SharedProjectPage.tsx')),
    },
    {
      path: '/pricing/custom',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/orders/pages/CustomPackagePage.tsx')),
    },
    {
      path: '/contact',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/contact/pages/ContactPage.tsx')),
    },
    ...bookingRoutes.public,
    {
      path: '/order/:link/agreement',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/orders/pages/AgreementPage.tsx')),
    },
    {
      path: '/order/:link',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/orders/pages/OrderLinkPage.tsx')),
    },
    {
      path: '/order/:kind/:id',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/orders/pages/OrderFormPage.tsx')),
    },
    {
      path: '/login',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/accounts/pages/LoginPage.tsx')),
      children: [otherWays],
    },
    {
      path: '/login/second-step',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/two-steps/pages/SecondStepPage.tsx')),
    },
    {
      path: '/register',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/accounts/pages/RegisterPage.tsx')),
      children: [otherWays],
    },
    {
      path: '/forget-password',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/password-resets/pages/ForgetPasswordPage.tsx')),
    },
    {
      path: '/otp',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/password-resets/pages/OtpPage.tsx')),
    },
    {
      path: '/reset-password',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/password-resets/pages/ResetPasswordPage.tsx')),
    },
    {
      path: '/confirm-address/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/accounts/pages/ConfirmAddressPage.tsx')),
    },
    {
      path: '/confirm-new-address/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/profiles/pages/ConfirmNewAddressPage.tsx')),
    },
    {
      path: '/set-up/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/accounts/pages/SetUpPage.tsx')),
    },
    {
      path: '/document/:number/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/billing/pages/DocumentPage.tsx')),
      children: [{ index: true, lazy: pageCode(() => import('#features/payments/pages/PayPage.tsx')) }],
    },
    {
      path: '/paid/:method/:number/:token',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/payments/pages/PaidPage.tsx')),
    },
    ...newsletterRoutes.public,
    {
      path: '/dev/mail',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/mail/pages/DeveloperMailsPage.tsx')),
    },
    {
      path: '/dev/mail/:id',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/mail/pages/DeveloperMailPage.tsx')),
    },
    {
      path: '/take-part/:kind/:id',
      caseSensitive: true,
      lazy: pageCode(() => import('#features/comments/pages/TakePartPage.tsx')),
    },
  ],
  dashboard: dashboardRoutes,
};
