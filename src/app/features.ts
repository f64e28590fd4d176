import { auth } from '#features/auth/feature.ts';
import { backups } from '#features/backups/feature.ts';
import { billing } from '#features/billing/feature.ts';
import { blog } from '#features/blog/feature.ts';
import { bookings } from '#features/bookings/feature.ts';
import { clients } from '#features/clients/feature.ts';
import { comments } from '#features/comments/feature.ts';
import { contact } from '#features/contact/feature.ts';
import { dashboard } from '#features/dashboard/feature.ts';
import { eInvoices } from '#features/e-invoices/feature.ts';
import { email } from '#features/email/feature.ts';
import { importExport } from '#features/import-export/feature.ts';
import { insights } from '#features/insights/feature.ts';
import { invoicing } from '#features/invoicing/feature.ts';
import { likes } from '#features/likes/feature.ts';
import { media } from '#features/media/feature.ts';
import { newsletter } from '#features/newsletter/feature.ts';
import { orders } from '#features/orders/feature.ts';
import { payments } from '#features/payments/feature.ts';
import { pricing } from '#features/pricing/feature.ts';
import { profile } from '#features/profile/feature.ts';
import { projects } from '#features/projects/feature.ts';
import { publishing } from '#features/publishing/feature.ts';
import { redirects } from '#features/redirects/feature.ts';
import { sampleContent } from '#features/sample-content/feature.ts';
import { search } from '#features/search/feature.ts';
import { securityEvents } from '#features/security-events/feature.ts';
import { seo } from '#features/seo/feature.ts';
import { settings } from '#features/settings/feature.ts';
import { site } from '#features/site/feature.ts';
import { status } from '#features/status/feature.ts';
import { testimonials } from '#features/testimonials/feature.ts';
import { users } from '#features/users/feature.ts';
import type { Feature } from '#platform/feature.ts';

/**
 * All features, each after those that its rows reference: sample content loads in this order; personal data and sample
 * content are deleted in reverse.
 */
export const features: readonly Feature[] = [
  auth,
  profile,
  users,
  securityEvents,
  email,
  media,
  settings,
  sampleContent,
  publishing,
  blog,
  projects,
  pricing,
  site,
  redirects,
  eInvoices,
  clients,
  billing,
  payments,
  invoicing,
  comments,
  likes,
  orders,
  testimonials,
  bookings,
  contact,
  newsletter,
  insights,
  search,
  seo,
  importExport,
  backups,
  status,
  dashboard,
];
