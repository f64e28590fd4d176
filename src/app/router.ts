import { authHandlers } from '#features/auth/handlers.ts';
import { billingHandlers } from '#features/billing/handlers.ts';
import { blogHandlers } from '#features/blog/handlers/index.ts';
import { bookingsHandlers } from '#features/bookings/handlers/handlers.ts';
import { ownerCalendarHandlers } from '#features/bookings/handlers/owner-calendar.ts';
import { pricingHandlers } from '#features/pricing/handlers.ts';
import { commentsHandlers } from '#features/comments/handlers.ts';
import { contactHandlers } from '#features/contact/handlers/handlers.ts';
import { socialLoginHandlers } from '#features/auth/social-login/handlers/handlers.ts';
import { insightsHandlers } from '#features/insights/handlers/handlers.ts';
import { likesHandlers } from '#features/likes/handlers.ts';
import { emailHandlers } from '#features/email/handlers.ts';
import { mediaHandlers } from '#features/media/handlers.ts';
import { newsletterHandlers } from '#features/newsletter/handlers/handlers.ts';
import { ordersHandlers } from '#features/orders/handlers/endpoints.ts';
import { dashboardHandlers } from '#features/dashboard/handlers.ts';
import { paymentsHandlers } from '#features/payments/handlers/handlers.ts';
import { usersHandlers } from '#features/users/handlers.ts';
import { passkeysHandlers } from '#features/auth/passkeys/handlers.ts';
import { projectsHandlers } from '#features/projects/handlers/index.ts';
import { passwordResetHandlers } from '#features/auth/password-reset/handlers.ts';
import { profileHandlers } from '#features/profile/handlers.ts';
import { redirectsHandlers } from '#features/redirects/handlers.ts';
import { searchHandlers } from '#features/search/handlers.ts';
import { securityEventsHandlers } from '#features/security-events/handlers.ts';
import { settingsHandlers } from '#features/settings/handlers.ts';
import { siteHandlers } from '#features/site/handlers.ts';
import { importExportHandlers } from '#features/import-export/handlers.ts';
import { twoFactorHandlers } from '#features/auth/two-factor/handlers.ts';

/** Every endpoint with its handler; the keys are those of `contract.ts`. */
export const router = {
  accounts: authHandlers,
  passwordResets: passwordResetHandlers,
  identities: socialLoginHandlers,
  twoSteps: twoFactorHandlers,
  passkeys: passkeysHandlers,
  profiles: profileHandlers,
  people: usersHandlers,
  securityEvents: securityEventsHandlers,
  settings: settingsHandlers,
  site: siteHandlers,
  catalog: pricingHandlers,
  billing: billingHandlers,
  payments: paymentsHandlers,
  blog: blogHandlers,
  projects: projectsHandlers,
  search: searchHandlers,
  media: mediaHandlers,
  comments: commentsHandlers,
  likes: likesHandlers,
  mail: emailHandlers,
  transfers: importExportHandlers,
  redirects: redirectsHandlers,
  orders: ordersHandlers,
  contact: contactHandlers,
  insights: insightsHandlers,
  bookings: bookingsHandlers,
  calendar: ownerCalendarHandlers,
  newsletter: newsletterHandlers,
  overview: dashboardHandlers,
};
