import { redirect } from 'react-router';
import { readCompany } from '#features/clients/browser.ts';
import { uploadOnNextPage } from '#features/media/browser.ts';
import { parsePaymentMethod, submitPayment, toUnpaidForm } from '#features/payments/browser.ts';
import type { pageAction } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { API_PREFIX, paths, withQuery } from '#shared/paths.ts';
import { isTimeZone } from '#shared/time.ts';
import { createRandomId } from '#shared/random-id.ts';
import { openPage } from '#ui/open-page.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { storeText } from '#ui/stored-text.ts';
import { loadSlotMonth } from '../../checkout/components/SlotPicker.tsx';
import type { Booking } from '../contract.ts';

/** Key under which this browser saves the details draft, shared by all bookings. */
export const DETAILS_DRAFT_KEY = 'consultation';

/** Returns the path of the API to which a booking's files are uploaded. */
export const buildFilesPath = (booking: string) => `${API_PREFIX}/bookings/${booking}/files`;

/** Returns the path for choosing another time for the same option; an active hold is released for it. */
export function buildRebookPath(booking: Booking, timeZone: string): string {
  const { optionId, quantity, state, clientPath } = booking;
  return withQuery(paths.consultation, {
    option: optionId ?? undefined,
    hours: quantity > 1 ? quantity : undefined,
    zone: timeZone,
    replacesHold: state === 'held' ? clientPath.split('/').at(-1) : undefined,
  });
}

/** Loads a booking with its page's data: payment options, and available times when rescheduling. */
export async function loadBookingPage(api: Api, reference: string, search: URLSearchParams) {
  const [booking, consultations, { countries }] = await Promise.all([
    api.bookings.get({ booking: reference }),
    api.bookings.listConsultationOptions(),
    api.clients.listCountries(),
  ]);
  const zoneParam = search.get('zone') ?? '';
  const timeZone = isTimeZone(zoneParam) ? zoneParam : booking.timeZone;
  const isRescheduling = search.get('change') === 'time' && booking.changeReasons.reschedule === null;
  const slotQuery = {
    optionId: booking.optionId ?? consultations.options[0]?.id ?? '',
    hours: 1,
    timeZone,
    from: consultations.bookableFrom,
    until: consultations.bookableUntil,
    booking: reference,
  };
  return {
    booking,
    reference,
    timeZone,
    timeZones: consultations.timeZones,
    account: consultations.client,
    countries,
    billing: consultations.client ? (await api.clients.getMine()).billing : null,
    slotMonth: isRescheduling ? await loadSlotMonth(api, slotQuery, search) : null,
    paymentOptions:
      booking.openInvoice && booking.party === 'client'
        ? await api.payments.getPaymentSummary(booking.openInvoice)
        : null,
    did: search.get('did'),
    lost: Number(search.get('lost') ?? 0),
    checkoutMethod: parsePaymentMethod(search.get('checkout')),
    // Loaded once, so server and browser render the same time.
    now: Date.now(),
    // Idempotency key of the form.
    idempotencyKey: createRandomId(),
  };
}
export type BookingPageData = Awaited<ReturnType<typeof loadBookingPage>>;

/** The arguments of the page's action. */
type SubmittedForm = Omit<Parameters<Parameters<typeof pageAction>[0]>[0], 'api' | 'params'>;

/** The result of a form on the booking page. */
export interface BookingActionResult {
  readonly did?: string;
  readonly lost?: number;
  /** The payment form, if the provider is unavailable. */
  readonly unpaid?: FailedSubmission;
}

/** Runs the action of a form on the booking page; `path` is that page. */
export async function handleBookingAction(
  api: Api,
  booking: string,
  path: string,
  submitted: SubmittedForm,
): Promise<BookingActionResult> {
  const { form, searchParams, redirectWithoutScript } = submitted;
  switch (form.get('intent')) {
    case 'details': {
      const done = await sendDetails(api, booking, submitted);
      redirectWithoutScript(withQuery(path, { did: done.did, lost: done.lost || undefined }));
      return done;
    }
    case 'time':
      await api.bookings.reschedule({ booking, startsAt: form.get('startsAt') ?? '' });
      // Redirect with JavaScript too, because the slot picker is no longer needed.
      throw redirect(withQuery(path, { did: 'moved', zone: searchParams.get('zone') ?? undefined }), 303);
    case 'cancel':
      await api.bookings.cancel({ booking, reason: form.get('reason') ?? '' });
      redirectWithoutScript(withQuery(path, { did: 'cancelled' }));
      return { did: 'cancelled' };
    default:
      return pay(api, booking, path, submitted);
  }
}

async function sendDetails(api: Api, booking: string, { form, allFiles }: SubmittedForm): Promise<BookingActionResult> {
  // Report all missing details together.
  const filled = ['name', 'email', 'phone', 'startsAt'].filter(
    name => form.get(name) || (form.has(name) && (name === 'name' || name === 'email')),
  );
  const { isConfirmed } = await api.bookings.submitDetails({
    booking,
    notes: form.get('notes') ?? '',
    ...readCompany(form),
    ...Object.fromEntries(filled.map(name => [name, form.get(name) ?? ''])),
    idempotencyKey: form.get('idempotencyKey') ?? '',
  });
  let lost = 0;
  if (typeof document === 'undefined') {
    for (const file of allFiles('file')) {
      const query = { name: file.name };
      await api.bookings.addFile({ params: { booking }, query, body: file }).catch(() => (lost += 1));
    }
  } else uploadOnNextPage(buildFilesPath(booking), allFiles('file'));
  saveLocalDraft(DETAILS_DRAFT_KEY, undefined);
  return { did: isConfirmed ? 'booked' : 'entered', lost };
}

async function pay(
  api: Api,
  reference: string,
  path: string,
  { form, files, redirectWithoutScript }: SubmittedForm,
): Promise<BookingActionResult> {
  const { openInvoice } = await api.bookings.get({ booking: reference });
  if (!openInvoice) return { did: 'late' };
  try {
    const { method, checkoutUrl } = await submitPayment(api, openInvoice, form, files.get('proof'), path);
    // CSP limits form targets to this site, so without JavaScript the page shows a link instead.
    redirectWithoutScript(withQuery(path, checkoutUrl === null ? { did: 'payment_submitted' } : { checkout: method }));
    // For the return from checkout. In this tab, because the document's page must not reveal the booking's secret link.
    storeText(`paid-for ${openInvoice.number}`, path, 'sessionStorage');
    if (checkoutUrl === null) return { did: 'payment_submitted' };
    await openPage(checkoutUrl);
    return {};
  } catch (error) {
    return { unpaid: toUnpaidForm(error, form) };
  }
}
