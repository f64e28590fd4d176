import type { RouteObject } from 'react-router';
import { pageCode } from '#platform/browser/lazy-page.ts';
import { bookingRoutes } from './booking-routes.tsx';
import { ErrorPage } from './layouts/ErrorPage.tsx';
import { newsletterRoutes } from './newsletter-routes.tsx';
import { nothingHere } from './routes.tsx';

/** The dashboard. It comes with the further routes. */
export const dashboardRoutes: RouteObject = {
  path: '/dashboard',
  caseSensitive: true,
  lazy: pageCode(() => import('./layouts/DashboardLayout.tsx')),
  ErrorBoundary: ErrorPage,
  children: [
    {
      lazy: pageCode(() => import('./layouts/dashboard/DashboardError.tsx')),
      children: [
        { index: true, lazy: pageCode(() => import('./pages/DashboardPage.tsx')) },
        {
          path: 'settings',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/settings/pages/SettingsPage.tsx')),
        },
        {
          path: 'my-blogs',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/blog/pages/MyBlogsPage.tsx')),
        },
        {
          path: 'add-blog',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/blog/pages/AddBlogPage.tsx')),
        },
        {
          path: 'update-blog/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/blog/pages/UpdateBlogPage.tsx')),
        },
        {
          path: 'update-blog/:id/revisions',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/blog/pages/BlogRevisionsPage.tsx')),
        },
        {
          path: 'my-projects',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/MyProjectsPage.tsx')),
        },
        {
          path: 'add-project',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/AddProjectPage.tsx')),
        },
        {
          path: 'update-project/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/UpdateProjectPage.tsx')),
        },
        {
          path: 'update-project/:id/revisions',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/ProjectRevisionsPage.tsx')),
        },
        {
          path: 'preview-blog/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/blog/pages/DraftPreviewPage.tsx')),
        },
        {
          path: 'preview-project/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/DraftPreviewPage.tsx')),
        },
        {
          path: 'projects-order',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/projects/pages/ProjectSortOrderPage.tsx')),
        },
        {
          path: 'pricing',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/pricing/pages/PricingAdminPage.tsx')),
        },
        {
          path: 'add-pricing',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/pricing/pages/CreateOfferPage.tsx')),
        },
        {
          path: 'update-pricing/terms',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/pricing/pages/PaymentTermsPage.tsx')),
        },
        {
          path: 'update-pricing/:key',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/pricing/pages/EditOfferPage.tsx')),
        },
        { path: 'inbox', lazy: pageCode(() => import('#features/contact/pages/InboxPage.tsx')) },
        { path: 'inbox/:id', lazy: pageCode(() => import('#features/contact/pages/InboxMessagePage.tsx')) },
        {
          path: 'orders',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/orders/pages/OrdersPage.tsx')),
        },
        {
          path: 'orders/:order',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/orders/pages/OrderPage.tsx')),
        },
        ...bookingRoutes.dashboard,
        {
          path: 'testimonials',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/orders/pages/TestimonialsPage.tsx')),
        },
        {
          path: 'documents',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/billing/pages/BillingDocumentsPage.tsx')),
        },
        {
          path: 'documents/statement',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/billing/pages/AccountStatementPage.tsx')),
        },
        {
          path: 'billing',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/billing/pages/BillingSettingsPage.tsx')),
        },
        {
          path: 'insights',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/insights/pages/InsightsPage.tsx')),
        },
        { path: 'site', lazy: pageCode(() => import('#features/site/pages/SiteSectionsPage.tsx')) },
        { path: 'site/:document', lazy: pageCode(() => import('#features/site/pages/SiteSectionPage.tsx')) },
        { path: 'appearance', lazy: pageCode(() => import('#features/site/pages/AppearancePage.tsx')) },
        {
          path: 'payments',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/payments/pages/PaymentsPage.tsx')),
        },
        {
          path: 'payments/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/payments/pages/PaymentPage.tsx')),
        },
        ...newsletterRoutes.dashboard,
        { path: 'all-users', lazy: pageCode(() => import('#features/users/pages/AllUsersPage.tsx')) },
        { path: 'security-log', lazy: pageCode(() => import('#features/security-events/pages/SecurityLogPage.tsx')) },
        { path: 'media/documents', lazy: pageCode(() => import('#features/media/pages/FilesPage.tsx')) },
        {
          path: 'media',
          lazy: pageCode(() => import('#features/media/pages/MediaPage.tsx')),
          children: [{ path: ':id', lazy: pageCode(() => import('#features/media/pages/PicturePage.tsx')) }],
        },
        { path: 'outbox', lazy: pageCode(() => import('#features/email/pages/OutboxPage.tsx')) },
        { path: 'outbox/:id', lazy: pageCode(() => import('#features/email/pages/OutboxEmailPage.tsx')) },
        {
          path: 'comments',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/comments/pages/DashboardCommentsPage.tsx')),
        },
        {
          path: 'transfer',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/import-export/pages/ImportExportPage.tsx')),
        },
        {
          path: 'transfer/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/import-export/pages/ImportPage.tsx')),
        },
        {
          path: 'redirects',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/redirects/pages/RedirectsPage.tsx')),
        },
        {
          path: 'redirects/:id',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/redirects/pages/RedirectPage.tsx')),
        },
        { path: 'log-out', lazy: pageCode(() => import('./pages/LogOutPage.tsx')) },
        {
          path: 'my-profile',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/profile/pages/MyProfilePage.tsx')),
        },
        {
          path: 'update-profile',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/profile/pages/UpdateProfilePage.tsx')),
        },
        {
          path: 'identities',
          caseSensitive: true,
          lazy: pageCode(() => import('#features/auth/social-login/pages/LinkedAccountsPage.tsx')),
        },
        nothingHere,
      ],
    },
  ],
};
