import { authDashboardPages } from '#features/auth/dashboard-pages.ts';
import { backupsDashboardPages } from '#features/backups/dashboard-pages.ts';
import { billingDashboardPages } from '#features/billing/dashboard-pages.ts';
import { blogDashboardPages } from '#features/blog/dashboard-pages.ts';
import { bookingsDashboardPages } from '#features/bookings/dashboard-pages.ts';
import { clientsDashboardPages } from '#features/clients/dashboard-pages.ts';
import { eInvoicesDashboardPages } from '#features/e-invoices/dashboard-pages.ts';
import { commentsDashboardPages } from '#features/comments/dashboard-pages.ts';
import { contactDashboardPages } from '#features/contact/dashboard-pages.ts';
import { dashboardHomePages } from '#features/dashboard/dashboard-pages.ts';
import { emailDashboardPages } from '#features/email/dashboard-pages.ts';
import { importExportDashboardPages } from '#features/import-export/dashboard-pages.ts';
import { insightsDashboardPages } from '#features/insights/dashboard-pages.ts';
import { invoicingDashboardPages } from '#features/invoicing/dashboard-pages.ts';
import { mediaDashboardPages } from '#features/media/dashboard-pages.ts';
import { newsletterDashboardPages } from '#features/newsletter/dashboard-pages.ts';
import { ordersDashboardPages } from '#features/orders/dashboard-pages.ts';
import { paymentsDashboardPages } from '#features/payments/dashboard-pages.ts';
import { pricingDashboardPages } from '#features/pricing/dashboard-pages.ts';
import { profileDashboardPages } from '#features/profile/dashboard-pages.ts';
import { projectsDashboardPages } from '#features/projects/dashboard-pages.ts';
import { redirectsDashboardPages } from '#features/redirects/dashboard-pages.ts';
import { securityEventsDashboardPages } from '#features/security-events/dashboard-pages.ts';
import { settingsDashboardPages } from '#features/settings/dashboard-pages.ts';
import { siteDashboardPages } from '#features/site/dashboard-pages.ts';
import { statusDashboardPages } from '#features/status/dashboard-pages.ts';
import { testimonialsDashboardPages } from '#features/testimonials/dashboard-pages.ts';
import { usersDashboardPages } from '#features/users/dashboard-pages.ts';
import type { DashboardPage, PagePart } from '#platform/pages/page-definitions.ts';

/** Dashboard pages. Downloaded with the first of them. */
export const dashboardPages: readonly (DashboardPage | PagePart)[] = [
  ...dashboardHomePages,
  ...authDashboardPages,
  ...backupsDashboardPages,
  ...billingDashboardPages,
  ...blogDashboardPages,
  ...bookingsDashboardPages,
  ...clientsDashboardPages,
  ...eInvoicesDashboardPages,
  ...commentsDashboardPages,
  ...contactDashboardPages,
  ...emailDashboardPages,
  ...importExportDashboardPages,
  ...insightsDashboardPages,
  ...invoicingDashboardPages,
  ...mediaDashboardPages,
  ...newsletterDashboardPages,
  ...ordersDashboardPages,
  ...paymentsDashboardPages,
  ...pricingDashboardPages,
  ...profileDashboardPages,
  ...projectsDashboardPages,
  ...redirectsDashboardPages,
  ...securityEventsDashboardPages,
  ...settingsDashboardPages,
  ...siteDashboardPages,
  ...statusDashboardPages,
  ...testimonialsDashboardPages,
  ...usersDashboardPages,
];
