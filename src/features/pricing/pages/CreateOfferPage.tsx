import { Link, redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { getOfferDraftKey, OfferForm } from '../components/OfferForm.tsx';
import { offerKinds } from '../contract/offer-kinds.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { getDefaultFormValues, parseOfferForm } from '../rules/offers.ts';

const kindNamed = (name: string | null | undefined) => offerKinds.find(kind => kind === name);

export const loader = pageLoader(async ({ api, searchParams }) => ({
  kind: kindNamed(searchParams.get('kind')),
  defaultCurrency: (await api.settings.get()).defaultCurrency,
}));

export const action = pageAction(async ({ api, form }): Promise<never> => {
  const kind = kindNamed(form.get('kind')) ?? 'plan';
  const { title } = await api.pricing.createOffer({ kind, value: parseOfferForm(kind, form) });
  saveLocalDraft(getOfferDraftKey(kind), undefined);
  toast.success(`${title} added`);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(`${dashboardPaths.pricing}#${kind}`);
});

export function Component() {
  const { kind, defaultCurrency } = useLoaderData<typeof loader>();
  if (!kind) return <KindChoice />;
  const shape = offerKindDefinitions[kind];
  return (
    <DashboardPage
      title={`New ${shape.noun}`}
      intro={shape.empty}
      back={{ to: `${dashboardPaths.pricing}#${kind}`, label: 'Pricing' }}
    >
      <OfferForm
        key={kind}
        kind={kind}
        offerKey={undefined}
        initialValues={getDefaultFormValues(kind, defaultCurrency)}
        version={0}
        defaultCurrency={defaultCurrency}
      />
    </DashboardPage>
  );
}

function KindChoice() {
  return (
    <DashboardPage title="What do you want to add?" back={{ to: `${dashboardPaths.pricing}#plan`, label: 'Pricing' }}>
      <ul className="grid gap-x-12 md:grid-cols-2">
        {offerKinds.map(kind => (
          <li key={kind} className="group relative border-t border-rule py-5">
            <h2 className="text-h4">
              <Link
                className="stretched-link no-underline group-hover:text-accent"
                to={withQuery(dashboardPaths.addPricing, { kind })}
              >
                {offerKindDefinitions[kind].title}
              </Link>
            </h2>
            <p className="mt-1 text-small text-ink-soft">{offerKindDefinitions[kind].empty}</p>
          </li>
        ))}
      </ul>
    </DashboardPage>
  );
}
