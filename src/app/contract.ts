import { accountsContract } from '#features/auth/contract.ts';
import { billingContract } from '#features/billing/contract/index.ts';
import { blogContract } from '#features/blog/contract/index.ts';
import { bookingsContract } from '#features/bookings/contract/index.ts';
import { calendarContract } from '#features/bookings/contract/owner-calendar.ts';
import { catalogContract } from '#features/pricing/contract/index.ts';
import { commentsContract } from '#features/comments/contract/index.ts';
import { contactContract } from '#features/contact/contract/index.ts';
import { identitiesContract } from '#features/auth/social-login/contract.ts';
import { insightsContract } from '#features/insights/contract/index.ts';
import { likesContract } from '#features/likes/contract.ts';
import { mailContract } from '#features/email/contract.ts';
import { mediaContract } from '#features/media/contract.ts';
import { newsletterContract } from '#features/newsletter/contract/index.ts';
import { ordersContract } from '#features/orders/contract/index.ts';
import { overviewContract } from '#features/dashboard/contract/index.ts';
import { paymentsContract } from '#features/payments/contract/index.ts';
import { peopleContract } from '#features/users/contract.ts';
import { passkeysContract } from '#features/auth/passkeys/contract.ts';
import { projectsContract } from '#features/projects/contract/index.ts';
import { passwordResetsContract } from '#features/auth/password-reset/contract.ts';
import { profilesContract } from '#features/profile/contract.ts';
import { redirectsContract } from '#features/redirects/contract.ts';
import { searchContract } from '#features/search/contract.ts';
import { securityEventsContract } from '#features/security-events/contract.ts';
import { settingsContract } from '#features/settings/contract.ts';
import { siteContract } from '#features/site/contract/index.ts';
import { twoStepsContract } from '#features/auth/two-factor/contract.ts';
import { transfersContract } from '#features/import-export/contract/index.ts';
import type { ApiContracts } from '#shared/api.ts';

/** The whole API: every feature's contract under its name. */
export const contract = {
  accounts: accountsContract,
  passwordResets: passwordResetsContract,
  identities: identitiesContract,
  twoSteps: twoStepsContract,
  passkeys: passkeysContract,
  profiles: profilesContract,
  people: peopleContract,
  securityEvents: securityEventsContract,
  settings: settingsContract,
  site: siteContract,
  catalog: catalogContract,
  billing: billingContract,
  payments: paymentsContract,
  blog: blogContract,
  projects: projectsContract,
  search: searchContract,
  media: mediaContract,
  comments: commentsContract,
  likes: likesContract,
  mail: mailContract,
  transfers: transfersContract,
  redirects: redirectsContract,
  orders: ordersContract,
  contact: contactContract,
  insights: insightsContract,
  bookings: bookingsContract,
  calendar: calendarContract,
  newsletter: newsletterContract,
  overview: overviewContract,
} satisfies { [Name in keyof ApiContracts]: ApiContracts[Name] };
