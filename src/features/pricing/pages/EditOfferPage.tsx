import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { getOfferDraftKey, OfferForm } from '../components/OfferForm.tsx';
import { offerKindDefinitions, parseOfferKey } from '../rules/offer-kinds.ts';
import { parseOfferForm } from '../rules/offers.ts';

export const loader = pageLoader(({ api, params }) => api.pricing.getOffer({ key: params.key ?? '' }));

export const action = pageAction(async ({ api, params, form }): Promise<never> => {
  const key = params.key ?? '';
  const kind = parseOfferKey(key)?.kind ?? 'plan';
  // The owner has seen the conflict and chose to overwrite the current version.
  const version = form.has('over') ? (await api.pricing.getOffer({ key })).version : (form.get('version') ?? '');
  const { title } = await api.pricing.updateOffer({ key, version, value: parseOfferForm(kind, form) });
  saveLocalDraft(getOfferDraftKey(key), undefined);
  toast.success(`${title} saved`);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(`${dashboardPaths.pricing}#${kind}`);
});

export function Component() {
  const offer = useLoaderData<typeof loader>();
  const shape = offerKindDefinitions[offer.kind];
  return (
    <DashboardPage
      title={shape.titleField === 'text' ? 'Custom plan detail' : offer.title}
      intro={offer.isSample ? 'This offer is sample content. It becomes yours when you save it.' : undefined}
      back={{ to: `${dashboardPaths.pricing}#${offer.kind}`, label: 'Pricing' }}
      aside={
        !offer.isHidden && (
          <a className="button" href={paths.pricing} target="_blank" rel="noreferrer">
            View on site
          </a>
        )
      }
    >
      <OfferForm
        kind={offer.kind}
        offerKey={offer.key}
        initialValues={offer.formValues}
        version={offer.version}
        defaultCurrency={offer.defaultCurrency}
      />
    </DashboardPage>
  );
}
