import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { listenForInvalidations } from '#platform/cache/cache-invalidation.ts';
import { openNotifications } from '#platform/database/notifications.ts';
import type { TestSite } from './test-site.ts';

/** Enough time for an invalidation to arrive and a page to be rendered on a busy machine. */
export const PATIENCE = { timeout: 30_000 };

/** Calls `onInvalidate` with the tags that are invalidated in a site's database. Returns a function that ends it. */
export async function listenForTags(
  site: Pick<TestSite, 'connectionString' | 'log'>,
  onInvalidate: (tag: string) => unknown,
  onReconnect: () => void = () => {},
): Promise<() => Promise<void>> {
  const notifications = await openNotifications(site.connectionString, site.log.log);
  await listenForInvalidations(notifications, onInvalidate, onReconnect);
  return () => notifications.close();
}

/** Applies the invalidations in its database to a site, as every instance does. Returns a function that ends it. */
export function applyInvalidations({ http, ...site }: TestSite): Promise<() => Promise<void>> {
  return listenForTags(site, http.invalidateTag, http.invalidateAll);
}

/**
 * Caches a page, calls the API, and waits until `isFresh` is true for the page; before the call it must be false. The
 * test doesn't invalidate the cache, so the site must.
 */
export async function expectFreshAfter(
  site: TestSite,
  url: string,
  act: () => Promise<LightMyRequestResponse>,
  isFresh: (html: string) => boolean,
): Promise<LightMyRequestResponse> {
  const get = () => site.http.app.inject(url);
  const before = await get();
  expect(before.statusCode, url).toBe(200);
  expect(before.headers['cache-control'], 'the page is cached').toContain('s-maxage');
  expect(isFresh(before.body), 'the page shows the change before it is made').toBe(false);
  const answer = await act();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  await expect.poll(async () => isFresh((await get()).body), PATIENCE).toBe(true);
  return answer;
}

/** The endpoints that change public pages, by the test file that covers them. */
export const changesPages = {
  postsAndProjects:
    'blog.transition blog.update blog.delete blog.restore blog.updateCommentsEnabled blog.setPublishDate likes.likePost likes.unlikePost projects.transition projects.update projects.delete projects.restore projects.updateCommentsEnabled projects.setPublishDate likes.likeProject likes.unlikeProject comments.addReview comments.updateComment comments.addProjectComment',
  otherTexts:
    'projects.updateSortOrder projects.addFile projects.deleteFile comments.deleteComment comments.moderateComment comments.reportComment profile.update profile.setAvatar profile.removeAvatar profile.deleteAccount',
  site: 'auth.setUpOwner billing.updateBillingSettings pricing.createOffer pricing.updateOffer pricing.updateOfferVisibility pricing.deleteOffer pricing.reorderOffers pricing.updatePaymentTerms site.updateSection insights.updateSettings settings.update importExport.start settings.removeSampleContent settings.loadSampleContent',
  testimonials:
    'testimonials.reviewTestimonial testimonials.reorderTestimonials testimonials.deleteTestimonial testimonials.saveTestimonial',
};

/**
 * The endpoints that change data but no public page: drafts aren't public, and pages with orders, payments, times or
 * subscribers are never cached.
 */
export const changesNoPage: Readonly<Record<string, string>> = {
  auth: 'register confirmRegistration login signInWithLink logout refreshSession reauthenticate',
  passwordReset: 'request resend verifyCode resetPassword',
  socialLogin: 'unlinkAccount',
  twoFactor: 'startSetup enable regenerateRecoveryCodes disable verifyChallenge',
  passkeys: 'createRegistrationOptions register rename delete createAuthenticationOptions signIn',
  profile:
    'requestEmailChange cancelEmailChange confirmEmailChange changePassword revokeSession revokeOtherSessions revokeAllSessions',
  users: 'updateRole disable enable revokeSessions',
  payments:
    'createPayment recordPayment voidPayment writeOff undoWriteOff applyCredit undoCredit updatePartialPayment uploadPaymentProof refreshPayments confirmPayment rejectPayment acknowledgeMismatch refund decideRefund markRefundSent retryRefund acknowledgeReversal',
  blog: 'create restoreRevision createPreviewLink revokePreviewLink',
  projects: 'create restoreRevision createPreviewLink revokePreviewLink',
  media: 'uploadPicture updatePicture deletePicture uploadFile deleteFile',
  comments: 'updateNotificationSettings',
  email: 'resend sendTest',
  importExport: 'uploadArchive delete',
  backups: 'create updateSettings prepareDownload',
  redirects: 'create update delete',
  billing:
    'resendDocument dismissEInvoiceProblem updateDatevSettings updateCurrencyRates updateDocumentDesign updateDocumentEmail resetDocumentEmail',
  eInvoices: 'read',
  clients: 'import create update updateReminders delete checkVatId dismissDuplicate merge undoMerge updateMine',
  invoicing:
    'createDraft updateDraft updateDraftClient deleteDraft sendDraft startSchedule pauseSchedule createCreditNote',
  orders:
    'createCheckoutDraft createOrder createCustomRequest createClientOrder sendQuote acceptQuote recordAgreement transition sendMessage markContentSupplied chooseInstallments requestRevision grantRevision createChangeOrder answerChangeOrder withdrawChangeOrder declineUrgentDelivery resolveLateFee updateSubscription changeCard refreshCard removeCard resolveBillingDetails rotateAccessLink createSupportRequest quoteSupportRequest answerSupportQuote withdrawSupportQuote resolveSupportRequest reopenSupportRequest createShowcaseProject addFile deleteFile updateReminderSettings',
  contact: 'createChallenge sendMessage uploadFile markMessageRead transitionMessage replyToMessage deleteMessage',
  insights: 'deleteAll',
  bookings: 'createHold submitDetails reschedule cancel addFile',
  calendar:
    'createBooking rescheduleBooking recordOutcome updateWeeklyAvailability updateSettings createDateOverrides deleteDateOverride addExternalCalendar refreshExternalCalendar deleteExternalCalendar rotateFeed',
  newsletter:
    'subscribe confirmSubscription updatePreferences unsubscribe addSubscriber unsubscribeSubscriber blockSubscriber unblockSubscriber resendConfirmation deleteSubscriber previewImport importSubscribers createIssue updateIssue deleteIssue sendTestEmail sendIssue scheduleIssue unscheduleIssue pauseIssue resumeIssue stopIssue updateSettings',
};

/** Returns a function that declares a test of the given endpoints, and one that checks that all of them are covered. */
export function freshnessTests(names: string) {
  const tested: string[] = [];
  return {
    changes: (tests: string, title: string, test: () => Promise<unknown>): void => {
      tested.push(...tests.split(' '));
      it(`${tests}: ${title}`, async () => void (await test()), 120_000);
    },
    areAllTested: () => expect(tested.toSorted()).toEqual(names.split(' ').toSorted()),
  };
}
