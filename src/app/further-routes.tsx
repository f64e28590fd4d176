import type { RouteObject } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';
import { bookingRoutes } from './booking-routes.tsx';
import { dashboardRoutes } from './dashboard-routes.tsx';
import { newsletterRoutes } from './newsletter-routes.tsx';
import type { AppRoutes } from './routes.tsx';

/** What stands below the forms for signing in and registering. */
const socialLoginRoute: RouteObject = {
  index: true,
  lazy: lazyPage(() => import('#features/auth/social-login/pages/SocialLoginPanel.tsx')),
};

/** Signing in, what mails and shared links lead to, and the dashboard. The browser has these with the first such page. */
export const appRoutes: AppRoutes = {
  public: [
    {
      path: '/preview/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/blog/pages/SharedPreviewPage.tsx')),
    },
    {
      path: '/preview/project/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/projects/pages/SharedPreviewPage.tsx')),
    },
    {
      path: '/pricing/custom',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/orders/pages/CustomPackagePage.tsx')),
    },
    {
      path: '/contact',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/contact/pages/ContactPage.tsx')),
    },
    ...bookingRoutes.public,
    {
      path: '/order/:link/agreement',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/orders/pages/AgreementPage.tsx')),
    },
    {
      path: '/order/:link',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/orders/pages/OrderLinkPage.tsx')),
    },
    {
      path: '/order/:kind/:id',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/orders/pages/OrderFormPage.tsx')),
    },
    {
      path: '/login',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/password/pages/LoginPage.tsx')),
      children: [socialLoginRoute],
    },
    {
      path: '/login/second-step',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/two-factor/pages/TwoFactorPage.tsx')),
    },
    {
      path: '/register',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/registration/pages/RegisterPage.tsx')),
      children: [socialLoginRoute],
    },
    {
      path: '/forget-password',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/password-reset/pages/ForgotPasswordPage.tsx')),
    },
    {
      path: '/otp',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/password-reset/pages/OtpPage.tsx')),
    },
    {
      path: '/reset-password',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/password-reset/pages/ResetPasswordPage.tsx')),
    },
    {
      path: '/confirm-address/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/registration/pages/VerifyEmailPage.tsx')),
    },
    {
      path: '/confirm-new-address/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/profile/pages/ConfirmEmailChangePage.tsx')),
    },
    {
      path: '/set-up/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/auth/registration/pages/OwnerSetupPage.tsx')),
    },
    {
      path: '/document/:number/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/billing/pages/BillingDocumentPage.tsx')),
      children: [{ index: true, lazy: lazyPage(() => import('#features/payments/pages/PayPage.tsx')) }],
    },
    {
      path: '/paid/:method/:number/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/payments/pages/PaymentReturnPage.tsx')),
    },
    ...newsletterRoutes.public,
    {
      path: '/take-part/:kind/:id',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/comments/pages/NoScriptCommentPage.tsx')),
    },
  ],
  dashboard: dashboardRoutes,
};
