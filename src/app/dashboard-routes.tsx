import type { RouteObject } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';
import { bookingRoutes } from './booking-routes.tsx';
import { ErrorPage } from './layouts/ErrorPage.tsx';
import { newsletterRoutes } from './newsletter-routes.tsx';
import { notFoundRoute } from './routes.tsx';

/** The dashboard. It comes with the further routes. */
export const dashboardRoutes: RouteObject = {
  path: '/dashboard',
  caseSensitive: true,
  lazy: lazyPage(() => import('./layouts/DashboardLayout.tsx')),
  ErrorBoundary: ErrorPage,
  children: [
    {
      lazy: lazyPage(() => import('./layouts/dashboard/DashboardError.tsx')),
      children: [
        { index: true, lazy: lazyPage(() => import('./pages/DashboardPage.tsx')) },
        {
          path: 'settings',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/settings/pages/SettingsPage.tsx')),
        },
        {
          path: 'my-blogs',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/blog/pages/MyBlogsPage.tsx')),
        },
        {
          path: 'add-blog',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/blog/pages/AddBlogPage.tsx')),
        },
        {
          path: 'update-blog/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/blog/pages/UpdateBlogPage.tsx')),
        },
        {
          path: 'update-blog/:id/revisions',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/blog/pages/BlogRevisionsPage.tsx')),
        },
        {
          path: 'my-projects',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/MyProjectsPage.tsx')),
        },
        {
          path: 'add-project',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/AddProjectPage.tsx')),
        },
        {
          path: 'update-project/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/UpdateProjectPage.tsx')),
        },
        {
          path: 'update-project/:id/revisions',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/ProjectRevisionsPage.tsx')),
        },
        {
          path: 'preview-blog/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/blog/pages/DraftPreviewPage.tsx')),
        },
        {
          path: 'preview-project/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/DraftPreviewPage.tsx')),
        },
        {
          path: 'projects-order',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/projects/pages/ProjectSortOrderPage.tsx')),
        },
        {
          path: 'pricing',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/pricing/pages/PricingAdminPage.tsx')),
        },
        {
          path: 'add-pricing',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/pricing/pages/CreateOfferPage.tsx')),
        },
        {
          path: 'update-pricing/terms',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/pricing/pages/PaymentTermsPage.tsx')),
        },
        {
          path: 'update-pricing/:key',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/pricing/pages/EditOfferPage.tsx')),
        },
        { path: 'inbox', lazy: lazyPage(() => import('#features/contact/pages/InboxPage.tsx')) },
        { path: 'inbox/:id', lazy: lazyPage(() => import('#features/contact/pages/InboxMessagePage.tsx')) },
        {
          path: 'orders',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/orders/pages/OrdersPage.tsx')),
        },
        {
          path: 'orders/:order',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/orders/pages/OrderPage.tsx')),
        },
        ...bookingRoutes.dashboard,
        {
          path: 'testimonials',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/orders/pages/TestimonialsPage.tsx')),
        },
        {
          path: 'documents',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/billing/pages/BillingDocumentsPage.tsx')),
        },
        {
          path: 'documents/statement',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/billing/pages/AccountStatementPage.tsx')),
        },
        {
          path: 'billing',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/billing/pages/BillingSettingsPage.tsx')),
        },
        {
          path: 'insights',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/insights/pages/InsightsPage.tsx')),
        },
        { path: 'site', lazy: lazyPage(() => import('#features/site/pages/SiteSectionsPage.tsx')) },
        { path: 'site/:document', lazy: lazyPage(() => import('#features/site/pages/SiteSectionPage.tsx')) },
        { path: 'appearance', lazy: lazyPage(() => import('#features/site/pages/AppearancePage.tsx')) },
        {
          path: 'payments',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/payments/pages/PaymentsPage.tsx')),
        },
        {
          path: 'payments/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/payments/pages/PaymentPage.tsx')),
        },
        ...newsletterRoutes.dashboard,
        { path: 'all-users', lazy: lazyPage(() => import('#features/users/pages/AllUsersPage.tsx')) },
        { path: 'security-log', lazy: lazyPage(() => import('#features/security-events/pages/SecurityLogPage.tsx')) },
        { path: 'media/documents', lazy: lazyPage(() => import('#features/media/pages/FilesPage.tsx')) },
        {
          path: 'media',
          lazy: lazyPage(() => import('#features/media/pages/MediaPage.tsx')),
          children: [{ path: ':id', lazy: lazyPage(() => import('#features/media/pages/PicturePage.tsx')) }],
        },
        { path: 'outbox', lazy: lazyPage(() => import('#features/email/pages/OutboxPage.tsx')) },
        { path: 'outbox/:id', lazy: lazyPage(() => import('#features/email/pages/OutboxEmailPage.tsx')) },
        {
          path: 'comments',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/comments/pages/DashboardCommentsPage.tsx')),
        },
        {
          path: 'transfer',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/import-export/pages/ImportExportPage.tsx')),
        },
        {
          path: 'transfer/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/import-export/pages/ImportPage.tsx')),
        },
        {
          path: 'redirects',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/redirects/pages/RedirectsPage.tsx')),
        },
        {
          path: 'redirects/:id',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/redirects/pages/RedirectPage.tsx')),
        },
        { path: 'log-out', lazy: lazyPage(() => import('./pages/LogOutPage.tsx')) },
        {
          path: 'my-profile',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/profile/pages/MyProfilePage.tsx')),
        },
        {
          path: 'update-profile',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/profile/pages/UpdateProfilePage.tsx')),
        },
        {
          path: 'identities',
          caseSensitive: true,
          lazy: lazyPage(() => import('#features/auth/social-login/pages/LinkedAccountsPage.tsx')),
        },
        notFoundRoute,
      ],
    },
  ],
};
