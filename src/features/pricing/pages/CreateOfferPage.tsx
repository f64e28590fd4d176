import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { keepDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { WorkPage } from '#ui/DashboardPage.tsx';
import { draftOfOffer, OfferForm } from '../components/OfferForm.tsx';
import { PricingBack } from '../components/PricingBackLink.tsx';
import { offerKinds } from '../contract/offer-kinds.ts';
import { kindShapes } from '../rules/offer-kinds.ts';
import { newValue, valueFromForm } from '../rules/offers.ts';

const kindNamed = (name: string | null | undefined) => offerKinds.find(kind => kind === name);

export const loader = pageLoader(async ({ api, search }) => ({
  kind: kindNamed(search.get('kind')),
  siteCurrency: (await api.settings.read()).currency,
}));

export const action = pageAction(async ({ api, form, leaveWithoutScript }): Promise<never> => {
  const kind = kindNamed(form.get('kind')) ?? 'plan';
  const { title } = await api.catalog.addOffer({ kind, value: valueFromForm(kind, form) });
  leaveWithoutScript(`${withQuery(dashboardPaths.pricing, { did: 'added' })}#${kind}`);
  keepDraft(draftOfOffer(kind), undefined);
  toast.success(`${title} is added.`);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(`${dashboardPaths.pricing}#${kind}`);
});

/** A new offer of a kind; without one it is asked which. */
export function Component() {
  const { kind, siteCurrency } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!kind) return <KindChoice />;
  const shape = kindShapes[kind];
  return (
    <WorkPage title={`New ${shape.noun}`} intro={shape.empty} above={<PricingBack part={kind} />}>
      <OfferForm
        key={kind}
        kind={kind}
        offerKey={undefined}
        saved={newValue(kind, siteCurrency)}
        version={0}
        siteCurrency={siteCurrency}
        result={result}
      />
    </WorkPage>
  );
}

function KindChoice() {
  return (
    <WorkPage title="What do you want to add?" above={<PricingBack part="plan" />}>
      <ul className="grid gap-x-12 md:grid-cols-2">
        {offerKinds.map(kind => (
          <li key={kind} className="group relative border-t border-rule py-5">
            <h2 className="text-h4">
              <Link
                className="stretched no-underline group-hover:text-accent"
                to={withQuery(dashboardPaths.addPricing, { kind })}
              >
                {kindShapes[kind].title}
              </Link>
            </h2>
            <p className="mt-1 text-small text-ink-soft">{kindShapes[kind].empty}</p>
          </li>
        ))}
      </ul>
    </WorkPage>
  );
}
