import { accountsContract } from '#features/accounts/contract.ts';
import { billingContract } from '#features/billing/contract.ts';
import { blogContract } from '#features/blog/contract.ts';
import { bookingsContract } from '#features/bookings/contract.ts';
import { calendarContract } from '#features/bookings/contract/owner-calendar.ts';
import { catalogContract } from '#features/catalog/contract.ts';
import { commentsContract } from '#features/comments/contract.ts';
import { contactContract } from '#features/contact/contract.ts';
import { identitiesContract } from '#features/identities/contract.ts';
import { insightsContract } from '#features/insights/contract.ts';
import { likesContract } from '#features/likes/contract.ts';
import { mailContract } from '#features/mail/contract.ts';
import { mediaContract } from '#features/media/contract.ts';
import { newsletterContract } from '#features/newsletter/contract.ts';
import { ordersContract } from '#features/orders/contract.ts';
import { overviewContract } from '#features/overview/contract.ts';
import { paymentsContract } from '#features/payments/contract.ts';
import { peopleContract } from '#features/people/contract.ts';
import { passkeysContract } from '#features/passkeys/contract.ts';
import { projectsContract } from '#features/projects/contract.ts';
import { passwordResetsContract } from '#features/password-resets/contract.ts';
import { profilesContract } from '#features/profiles/contract.ts';
import { redirectsContract } from '#features/redirects/contract.ts';
import { searchContract } from '#features/search/contract.ts';
import { securityEventsContract } from '#features/security-events/contract.ts';
import { settingsContract } from '#features/settings/contract.ts';
import { siteContract } from '#features/site/contract.ts';
import { twoStepsContract } from '#features/two-steps/contract.ts';
import { transfersContract } from '#features/transfers/contract.ts';
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
