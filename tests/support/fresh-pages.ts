import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { subscribeToInvalidations } from '#platform/cache/cache-invalidation.ts';
import type { TestSite } from './test-site.ts';

/** Time for the news of a change to arrive and for a page to be rendered, on a busy machine. */
export const PATIENCE = { timeout: 30_000 };

/** Makes a site hear of its own changes through the database, as every instance does. Answers how to stop. */
export function hearChanges(site: TestSite): Promise<() => Promise<void>> {
  return subscribeToInvalidations(site.connectionString, site.log.log, {
    onInvalidate: tag => site.http.contentChanged(tag),
    onReconnect: () => site.http.contentUnknown(),
  });
}

/**
 * Caches a page, acts through the API, and waits until the page is as `isRecentlyAuthenticated` says, which it is not before. Nothing but
 * the action tells the cache.
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

/** The endpoints that change public pages, by the file that tests them. */
export const changesPages = {
  texts:
    'blog.move blog.update blog.remove blog.restore blog.setCommenting blog.setPublishDate likes.likePost likes.unlikePost projects.move projects.update projects.remove projects.restore projects.setCommenting projects.setPublishDate projects.saveOrder projects.addFile projects.removeFile likes.likeProject likes.unlikeProject comments.review comments.edit comments.remove comments.commentOnProject comments.moderate comments.report profiles.rename profiles.setAvatar profiles.removeAvatar profiles.deleteAccount',
  site: 'accounts.setUp billing.saveSettings catalog.addOffer catalog.saveOffer catalog.changeOffer catalog.removeOffer catalog.saveOfferOrder catalog.saveTerms site.saveDocument insights.change settings.save transfers.run settings.removeSampleContent settings.loadSampleContent',
  testimonials:
    'orders.decideTestimonial orders.saveTestimonialOrder orders.withdrawTestimonial orders.writeTestimonial',
};

/**
 * The endpoints that change something, but no public page: drafts wait for their publication, and orders, payments, times
 * and subscribers are shown on pages that are never cached.
 */
export const changesNoPage: Readonly<Record<string, string>> = {
  accounts: 'register confirmRegistration login logout refreshSession proveIdentity',
  passwordResets: 'request resend verify resetPassword',
  identities: 'remove',
  twoSteps: 'begin confirm renewCodes turnOff finishSignIn',
  passkeys: 'registrationOptions register rename remove signInOptions signIn',
  profiles:
    'requestAddressChange cancelAddressChange confirmNewAddress changePassword endDevice endOtherDevices logoutEverywhere',
  people: 'changeRole disable enable signOut',
  payments: 'pay addProof check confirm reject handle refund decideRefund sendRefund retryRefund seeTakenBack',
  blog: 'create restoreRevision sharePreview endPreview',
  projects: 'create restoreRevision sharePreview endPreview',
  media: 'uploadPicture changePicture removePicture uploadDocument removeDocument',
  comments: 'saveMailSettings',
  mail: 'resend',
  transfers: 'upload discard',
  redirects: 'create update remove',
  orders:
    'keepDraft place requestCustom quote accept recordAgreement move write supply chooseInstallments requestRevision grantRevision quoteChange answerChange refuseUrgency settleLateFee changeSubscription renewLink requestSupport quoteSupport answerSupport finishSupport reopenSupport beginProject addFile removeFile',
  contact: 'challenge send addFile markRead move reply remove',
  insights: 'erase',
  bookings: 'hold enterDetails reschedule cancel addFile',
  calendar:
    'book move settle saveHours saveRules setApart dropOverride addBusyCalendar refreshBusyCalendar removeBusyCalendar renewFeed',
  newsletter:
    'subscribe confirm choose unsubscribe add end block unblock sendLink erase checkImport importList begin save discard test send schedule unschedule pause resume finish saveSettings',
};

/** Declares tests of endpoints by their names, and one that says which were to be tested. */
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
