import { redirect } from 'react-router';
import type { Api } from '#shared/api.ts';
import { ApiError, ERROR_STATUS } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { readCompany } from '#features/clients/browser.ts';
import { uploadOnNextPage } from '#features/media/browser.ts';
import { readLocalDraft, saveLocalDraft } from '#ui/local-draft.ts';
import { buildFilesPath } from '../lifecycle/rules/files-path.ts';

/** A submitted order or request form. */
interface SubmittedForm {
  readonly api: Api;
  readonly form: ReadonlyMap<string, string>;
  readonly allFiles: (name: string) => readonly File[];
}

/**
 * Loads an order or request form: the offer, which can depend on the entered company, a notice while nothing can be
 * ordered, and values typed before the page was left.
 */
export async function loadCheckout<Offer extends { readonly client: unknown }>(
  api: Api,
  searchParams: URLSearchParams,
  loadOffer: (company: TaxedCompany) => Promise<Offer>,
) {
  const token = searchParams.get('draft');
  const draft = token ? await api.orders.getCheckoutDraft({ draftToken: token }).catch(() => undefined) : undefined;
  const kept = draft?.values ?? {};
  const [offer, { closed }, { countries }] = await Promise.all([
    loadOffer(pickTaxedCompany(kept)),
    api.billing.getSellingNotes(),
    api.clients.listCountries(),
  ]);
  // One idempotency key per page view, so submitting twice places one order.
  const billing = offer.client ? (await api.clients.getMine()).billing : null;
  return { offer, closed, countries, billing, kept, submission: createRandomId() };
}
export type CheckoutPageData = Awaited<ReturnType<typeof loadCheckout>>;

/** The company details that the tax depends on; empty if not ordering for a company. */
export type TaxedCompany = { readonly country?: string; readonly taxId?: string };

/** Returns the entered company's country and VAT ID. */
export function pickTaxedCompany(values: Readonly<Record<string, string>>): TaxedCompany {
  const { country, taxId } = readCompany(new Map(Object.entries(values))).billing ?? {};
  return country ? { country, ...(taxId ? { taxId } : {}) } : {};
}

/** Returns the optional fields that are filled in. */
export function pickFilledFields<Name extends string>(
  form: ReadonlyMap<string, string>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filled = names.filter(name => form.get(name)).map(name => [name, form.get(name) ?? '']);
  return Object.fromEntries(filled) as Partial<Record<Name, string>>;
}

type DraftValues = Parameters<Api['orders']['createCheckoutDraft']>[0]['values'];

/** Saves the entered values and redirects to sign-in, which leads back to the form at `path`. */
export async function redirectToSignIn(api: Api, path: string, values: DraftValues): Promise<never> {
  const { draftToken } = await api.orders.createCheckoutDraft({ values });
  const next = withQuery(path, { draft: draftToken });
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(paths.login, { next }), 303);
}

/** Saves the entered values and reloads the form at `path` with the price for the company entered in it. */
export async function redirectToNewPrice(api: Api, path: string, values: DraftValues): Promise<never> {
  const { draftToken } = await api.orders.createCheckoutDraft({ values });
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(path, { draft: draftToken, price: 'changed' }), 303);
}

/** Returns the key under which this browser stores the idempotency key of a form that got no response. */
const getSentKey = (draft: string) => `${draft}-sent`;

/**
 * Places an order or request. Its idempotency key stays in this browser until it is answered, so sending the form again
 * after reloading the page doesn't place a second one.
 */
export async function placeOnce<Placed>(
  draft: string,
  newKey: string,
  place: (idempotencyKey: string) => Promise<Placed>,
): Promise<Placed> {
  const { key } = (readLocalDraft(getSentKey(draft)) ?? { key: newKey }) as { key: string };
  saveLocalDraft(getSentKey(draft), { key });
  try {
    return await place(key);
  } catch (error) {
    const isRefused = ApiError.is(error) && typeof error.status === 'number' && error.status < ERROR_STATUS.INTERNAL;
    if (isRefused) saveLocalDraft(getSentKey(draft), undefined);
    throw error;
  }
}

/** Redirects to the order, which uploads the files of its brief, and deletes the local `draft`. */
export async function redirectToOrder(
  { api, form, allFiles }: SubmittedForm,
  { number, reference }: { readonly number: number; readonly reference: string },
  { draft, did }: { readonly draft: string; readonly did: 'placed' | 'requested' },
): Promise<never> {
  const isSignedIn = !form.has('email');
  let lost = 0;
  if (typeof document === 'undefined') {
    for (const file of allFiles('file')) {
      const query = { purpose: 'brief' as const, name: file.name };
      await api.orders.addFile({ params: { order: reference }, query, body: file }).catch(() => (lost += 1));
    }
  } else uploadOnNextPage(buildFilesPath(isSignedIn ? String(number) : reference), allFiles('file'));
  saveLocalDraft(draft, undefined);
  saveLocalDraft(getSentKey(draft), undefined);
  const to = isSignedIn ? dashboardPaths.order(number) : sellingPaths.order(reference);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(to, { did, lost: lost || undefined }), 303);
}
