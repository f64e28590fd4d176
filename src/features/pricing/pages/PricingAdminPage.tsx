import ExternalLink from 'lucide-react/icons/external-link';
import { Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';
import { OfferSection } from '../components/OfferSection.tsx';
import { PaymentTermsSummary } from '../components/PaymentTermsSummary.tsx';
import { offerKinds } from '../contract/offer-kinds.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { renderTerms } from '../rules/payment-terms.ts';

export const loader = pageLoader(async ({ api }) => {
  const [{ items }, { terms, settings }] = await Promise.all([api.pricing.listOffers(), api.pricing.getPaymentTerms()]);
  return { items, terms: renderTerms(terms, settings) };
});

/** The actions of a row's menu: the notice afterwards, and what is changed. */
const changes: Readonly<Record<string, { notice: string; isHidden?: boolean; isHighlighted?: boolean }>> = {
  hide: { notice: 'Readers do not see it any more.', isHidden: true },
  show: { notice: 'Readers see it now.', isHidden: false },
  highlight: { notice: 'It is highlighted now.', isHighlighted: true },
  unhighlight: { notice: 'It is not highlighted any more.', isHighlighted: false },
  delete: { notice: 'It is deleted.' },
};

/** Handles a new order or an action of a row's menu. */
export const action = pageAction(async ({ api, form, getAll }) => {
  const did = form.get('do') ?? '';
  const change = changes[did];
  if (change) {
    const { notice, ...visibility } = change;
    const key = form.get('key') ?? '';
    if (did === 'delete') await api.pricing.deleteOffer({ key, version: form.get('version') ?? '' });
    else await api.pricing.updateOfferVisibility({ key, ...visibility });
    toast.success(notice);
  } else {
    const kind = offerKinds.find(known => known === form.get('kind')) ?? 'plan';
    await api.pricing.reorderOffers({ kind, ids: [...getAll('id')] });
  }
  return {};
});

const parts = [
  ...offerKinds.map(kind => [kind, offerKindDefinitions[kind].title] as const),
  ['terms', 'Payment terms'] as const,
];

export function Component() {
  const { items, terms } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    if (textField(data, 'do') !== 'delete') return undefined;
    const title = items.find(({ key }) => key === textField(data, 'key'))?.title ?? '';
    const description =
      'Nobody can bring it back. What was ordered of it keeps its text and its price. To keep it for later, hide it.';
    return { title: `Delete “${title}”?`, description, confirmLabel: 'Delete for good' };
  });
  const failed = result && 'failed' in result ? result.failed : undefined;
  return (
    <DashboardPage
      title="Pricing"
      intro="What you sell, in the order in which readers have it, and the terms that you sell it under. What you change is on the site at once; what was ordered keeps its price, its text and its terms."
      aside={
        <a className="button" href={paths.pricing} target="_blank" rel="noreferrer">
          <ExternalLink className="size-4" aria-hidden="true" /> Open the page
        </a>
      }
    >
      <ErrorNotice className="mb-6" message={failed?.message} />
      <nav aria-label="Parts of this page" className="mb-10 border-y border-rule">
        <ul className="flex flex-wrap gap-x-7">
          {parts.map(([part, label]) => (
            <li key={part}>
              <Link
                className="inline-flex min-h-11 items-center font-display text-small font-medium text-ink-soft no-underline hover:text-ink"
                to={`#${part}`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {offerKinds.map(kind => (
          <OfferSection key={kind} kind={kind} offers={items.filter(item => item.kind === kind)} onChange={onSubmit} />
        ))}
        <PaymentTermsSummary terms={terms} />
      </div>
      {dialog}
    </DashboardPage>
  );
}
