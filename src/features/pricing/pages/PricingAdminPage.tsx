import ExternalLink from 'lucide-react/icons/external-link';
import { Link, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';
import { OfferSection } from '../components/OfferSection.tsx';
import { offerKinds } from '../contract/offer-kinds.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';

export const loader = pageLoader(({ api }) => api.pricing.listOffers());

/** The actions of a row's menu: the notice afterwards, and the change. */
const changes: Readonly<Record<string, { notice: string; isHidden?: boolean; isHighlighted?: boolean }>> = {
  hide: { notice: 'Offer hidden from the site', isHidden: true },
  show: { notice: 'Offer shown on the site', isHidden: false },
  highlight: { notice: 'Highlight added', isHighlighted: true },
  unhighlight: { notice: 'Highlight removed', isHighlighted: false },
  delete: { notice: 'Offer deleted' },
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

export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    if (textField(data, 'do') !== 'delete') return undefined;
    const title = items.find(({ key }) => key === textField(data, 'key'))?.title ?? '';
    const description =
      'You can’t undo this. Existing orders keep their text and price. To keep the offer for later, hide it instead.';
    return { title: `Delete “${title}”?`, description, confirmLabel: 'Delete permanently' };
  });
  const failed = useRejectedForm()?.failed;
  return (
    <DashboardPage
      title="Pricing"
      intro="Your offers, in the order visitors see them. Changes appear on the site immediately. Existing orders keep their wording and prices."
      aside={
        <a className="button" href={paths.pricing} target="_blank" rel="noreferrer">
          <ExternalLink className="size-4" aria-hidden="true" /> View pricing page
        </a>
      }
    >
      <ErrorNotice className="mb-6" message={failed?.message} />
      <nav aria-label="On this page" className="mb-4 border-t border-rule">
        <ul className="edge-fade flex gap-x-7 overflow-x-auto whitespace-nowrap [scrollbar-width:none]">
          {offerKinds.map(kind => (
            <li key={kind}>
              <Link
                className="inline-flex min-h-11 items-center font-display text-small font-medium text-ink-soft no-underline hover:text-ink"
                to={`#${kind}`}
              >
                {offerKindDefinitions[kind].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {offerKinds.map(kind => (
        <OfferSection key={kind} kind={kind} offers={items.filter(item => item.kind === kind)} onChange={onSubmit} />
      ))}
      {dialog}
    </DashboardPage>
  );
}
