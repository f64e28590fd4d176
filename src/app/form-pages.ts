import { authFormPages } from '#features/auth/form-pages.ts';
import { billingFormPages } from '#features/billing/form-pages.ts';
import { blogFormPages } from '#features/blog/form-pages.ts';
import { bookingsFormPages } from '#features/bookings/form-pages.ts';
import { commentsFormPages } from '#features/comments/form-pages.ts';
import { contactFormPages } from '#features/contact/form-pages.ts';
import { newsletterFormPages } from '#features/newsletter/form-pages.ts';
import { ordersFormPages } from '#features/orders/form-pages.ts';
import { paymentsFormPages } from '#features/payments/form-pages.ts';
import { profileFormPages } from '#features/profile/form-pages.ts';
import { projectsFormPages } from '#features/projects/form-pages.ts';
import { testimonialsFormPages } from '#features/testimonials/form-pages.ts';
import type { FormPage, PagePart } from '#platform/pages/page-definitions.ts';

/** Public pages for one person: forms, and pages behind secret links. Downloaded with the first of them. */
export const formPages: readonly (FormPage | PagePart)[] = [
  ...authFormPages,
  ...billingFormPages,
  ...blogFormPages,
  ...bookingsFormPages,
  ...commentsFormPages,
  ...contactFormPages,
  ...newsletterFormPages,
  ...ordersFormPages,
  ...paymentsFormPages,
  ...profileFormPages,
  ...projectsFormPages,
  ...testimonialsFormPages,
];
