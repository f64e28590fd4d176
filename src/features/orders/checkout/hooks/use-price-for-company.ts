import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { FormValues } from '#ui/use-form-draft.ts';
import type { CheckoutOffer } from '../contract.ts';
import { type CheckoutPageData, pickTaxedCompany } from '../submit.ts';

/** How long the fields must stay the same before their price is requested, in milliseconds. */
const PAUSE = 300;

/**
 * Returns the offer with the price for the company in the form: the tax depends on its country and VAT ID. While the
 * price is loading or can't be loaded, it is the one before; placing the order checks it.
 */
export function usePriceForCompany(loaded: CheckoutOffer, typed: FormValues): CheckoutOffer {
  const getApi = useLazyApi();
  const { kept } = useLoaderData<CheckoutPageData>();
  const { country = '', taxId = '' } = pickTaxedCompany(typed);
  const company = `${country} ${taxId}`;
  const first = pickTaxedCompany(kept);
  const initial = { loaded, offer: loaded, company: `${first.country ?? ''} ${first.taxId ?? ''}` };
  const [latest, setLatest] = useState(initial);
  const shown = latest.loaded === loaded ? latest : initial;
  useEffect(() => {
    if (shown.company === company) return undefined;
    let isCurrent = true;
    const { kind, id } = loaded;
    const request = { kind, id, ...(country ? { country } : {}), ...(taxId ? { taxId } : {}) };
    const show = (offer: CheckoutOffer) => isCurrent && setLatest({ loaded, offer, company });
    const timer = setTimeout(
      () =>
        void getApi()
          .orders.getCheckoutOffer(request)
          .then(show, () => undefined),
      PAUSE,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [getApi, loaded, shown.company, company, country, taxId]);
  return shown.offer;
}
