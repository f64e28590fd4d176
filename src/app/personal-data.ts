import {
  userPersonalData,
  sessionsPersonalData,
  signInMethodsPersonalData,
} from '#features/auth/actions/personal-data.ts';
import { bookingsPersonalData } from '#features/bookings/actions/personal-data.ts';
import { postsPersonalData } from '#features/blog/actions/deletion.ts';
import { commentsPersonalData, reportsPersonalData } from '#features/comments/actions/personal-data.ts';
import { contactPersonalData } from '#features/contact/actions/personal-data.ts';
import { likesPersonalData } from '#features/likes/actions.ts';
import { emailPersonalData } from '#features/email/actions.ts';
import { uploadsPersonalData } from '#features/media/actions/personal-data.ts';
import { newsletterPersonalData } from '#features/newsletter/actions/preferences.ts';
import { ordersPersonalData } from '#features/orders/actions/personal-data.ts';
import { projectsPersonalData } from '#features/projects/actions/deletion.ts';
import { emailChangePersonalData } from '#features/profile/actions/email-change.ts';
import { securityEventsPersonalData } from '#features/security-events/actions.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';

/** What every feature holds about a person, in the order in which the copy of it is written. */
export const personalDataProviders: readonly PersonalDataProvider[] = [
  userPersonalData,
  emailChangePersonalData,
  signInMethodsPersonalData,
  sessionsPersonalData,
  securityEventsPersonalData,
  postsPersonalData,
  projectsPersonalData,
  commentsPersonalData,
  reportsPersonalData,
  likesPersonalData,
  ordersPersonalData,
  contactPersonalData,
  bookingsPersonalData,
  newsletterPersonalData,
  emailPersonalData,
  // After all that may show a picture.
  uploadsPersonalData,
];
