import { authContract } from '#features/auth/contract.ts';
import { billingContract } from '#features/billing/contract/index.ts';
import { blogContract } from '#features/blog/contract/index.ts';
import { bookingsContract, ownerCalendarContract } from '#features/bookings/contract.ts';
import { pricingContract } from '#features/pricing/contract/index.ts';
import { commentsContract } from '#features/comments/contract/index.ts';
import { contactContract } from '#features/contact/contract/index.ts';
import { socialLoginContract } from '#features/auth/social-login/contract.ts';
import { insightsContract } from '#features/insights/contract/index.ts';
import { likesContract } from '#features/likes/contract.ts';
import { emailContract } from '#features/email/contract.ts';
import { mediaContract } from '#features/media/contract.ts';
import { newsletterContract } from '#features/newsletter/contract/index.ts';
import { ordersContract } from '#features/orders/contract.ts';
import { dashboardContract } from '#features/dashboard/contract/index.ts';
import { paymentsContract } from '#features/payments/contract/index.ts';
import { usersContract } from '#features/users/contract.ts';
import { passkeysContract } from '#features/auth/passkeys/contract.ts';
import { projectsContract } from '#features/projects/contract/index.ts';
import { passwordResetContract } from '#features/auth/password-reset/contract.ts';
import { profileContract } from '#features/profile/contract.ts';
import { redirectsContract } from '#features/redirects/contract.ts';
import { searchContract } from '#features/search/contract.ts';
import { securityEventsContract } from '#features/security-events/contract.ts';
import { settingsContract } from '#features/settings/contract.ts';
import { siteContract } from '#features/site/contract/index.ts';
import { twoFactorContract } from '#features/auth/two-factor/contract.ts';
import { importExportContract } from '#features/import-export/contract/index.ts';
import type { ApiContracts } from '#shared/api.ts';

export const contract = {
  auth: authContract,
  passwordReset: passwordResetContract,
  socialLogin: socialLoginContract,
  twoFactor: twoFactorContract,
  passkeys: passkeysContract,
  profile: profileContract,
  users: usersContract,
  securityEvents: securityEventsContract,
  settings: settingsContract,
  site: siteContract,
  pricing: pricingContract,
  billing: billingContract,
  payments: paymentsContract,
  blog: blogContract,
  projects: projectsContract,
  search: searchContract,
  media: mediaContract,
  comments: commentsContract,
  likes: likesContract,
  email: emailContract,
  importExport: importExportContract,
  redirects: redirectsContract,
  orders: ordersContract,
  contact: contactContract,
  insights: insightsContract,
  bookings: bookingsContract,
  calendar: ownerCalendarContract,
  newsletter: newsletterContract,
  dashboard: dashboardContract,
} satisfies { [Name in keyof ApiContracts]: ApiContracts[Name] };
