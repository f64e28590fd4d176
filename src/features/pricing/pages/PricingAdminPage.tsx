import ExternalLink from 'lucide-react/icons/external-link';
import type { FormEvent } from 'react';
import { Link, useActionData, useLoaderData, useSubmit } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { paths } from '#shared/paths.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { OfferSection } from '../components/OfferSection.tsx';
import { PaymentTermsSummary } from '../components/PaymentTermsSummary.tsx';
import { offerKinds } from '../contract/offer-kinds.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { renderTerms } from '../rules/payment-terms.ts';

export const loader = pageLoader(async ({ api }) => {
  const [{ items }, { terms, settings }] = await Promise.all([api.pricing.listOffers(), api.pricing.getPaymentTerms()]);
  return { items, terms: renderTerms(terms, settings) };
});

const told: Readonly<Record<string, string>> = {
  hide: 'Readers do not see it any more.',
  show: 'Readers see it now.',
  highlight: 'It is highlighted now.',
  unhighlight: 'It is not highlighted any more.',
  delete: 'It is deleted.',
};

/** Handles a new order or an action of a row's menu. */
export const action = pageAction(async ({ api, form, getAll }) => {
  const did = form.get('do');
  if (did) {
    await change(api, did, form.get('key') ?? '', form.get('version') ?? '');
    toast.success(told[did] ?? 'Done');
  } else {
    const kind = offerKinds.find(known => known === form.get('kind')) ?? 'plan';
    await api.pricing.reorderOffers({ kind, ids: [...getAll('id')] });
  }
  return {};
});

async function change(api: Api, did: string, key: string, version: string): Promise<void> {
  if (did === 'delete') await api.pricing.deleteOffer({ key, version });
  if (did === 'hide' || did === 'show') await api.pricing.updateOfferVisibility({ key, isHidden: did === 'hide' });
  if (did === 'highlight' || did === 'unhighlight')
    await api.pricing.updateOfferVisibility({ key, isHighlighted: did === 'highlight' });
}

export function Component() {
  const { items, terms } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { onChange, dialog } = useRowChanges();
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
      {failed && (
        <p role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
          {failed.message}
        </p>
      )}
      <nav aria-label="Parts of this page" className="mb-10 border-y border-rule">
        <ul className="flex flex-wrap gap-x-7">
          {offerKinds.map(kind => (
            <li key={kind}>
              <PartLink part={kind} label={offerKindDefinitions[kind].title} />
            </li>
          ))}
          <li>
            <PartLink part="terms" label="Payment terms" />
          </li>
        </ul>
      </nav>
      <div>
        {offerKinds.map(kind => (
          <OfferSection
            key={kind}
            shape={offerKindDefinitions[kind]}
            offers={items.filter(item => item.kind === kind)}
            onChange={onChange}
          />
        ))}
        <PaymentTermsSummary terms={terms} />
      </div>
      {dialog}
    </DashboardPage>
  );
}

function PartLink({ part, label }: { part: string; label: string }) {
  return (
    <Link
      className="inline-flex min-h-11 items-center font-display text-small font-medium text-ink-soft no-underline hover:text-ink"
      to={`#${part}`}
    >
      {label}
    </Link>
  );
}

/** Runs a row's action, with a confirmation before a deletion. */
function useRowChanges() {
  const { items } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const { confirm, dialog } = useConfirm();
  const carryOut = async (form: HTMLFormElement, did: string) => {
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const sent = new FormData(form).get('key');
    const offer = items.find(item => item.key === sent);
    if (!offer) return;
    const { key, title, version } = offer;
    if (did === 'delete') {
      const description =
        'Nobody can bring it back. What was ordered of it keeps its text and its price. To keep it for later, hide it.';
      if (!(await confirm({ title: `Delete “${title}”?`, description, confirmLabel: 'Delete for good' }))) return;
    }
    await submit({ do: did, key, version }, { method: 'post', preventScrollReset: true });
  };
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) void carryOut(event.currentTarget, submitter.value);
  };
  return { onChange, dialog };
}
