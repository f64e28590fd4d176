import Plus from 'lucide-react/icons/plus';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { useSavedSortOrder } from '#ui/use-saved-sort-order.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferListItem } from '../contract/offers.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import { OfferTableRow } from './OfferTableRow.tsx';

interface OfferSectionProps {
  kind: OfferKind;
  offers: readonly OfferListItem[];
  /** Submits a row's menu, after a confirmation if needed. */
  onChange: (event: FormEvent<HTMLFormElement>) => void;
}

/** Lists the offers of a kind in display order, sortable by dragging or by keyboard. */
export function OfferSection({ kind, offers, onChange }: OfferSectionProps) {
  const shape = offerKindDefinitions[kind];
  const { keys, order, dragged, list, handle, step, saving, data } = useSavedSortOrder<{
    failed?: { message: string };
  }>(
    offers.map(({ id }) => id),
    { kind },
  );
  const [status, setStatus] = useState('');
  const byId = new Map(offers.map(offer => [offer.id, offer]));
  const shown = order.flatMap(id => byId.get(id) ?? []);
  const move = (offer: OfferListItem, by: -1 | 1) => {
    const to = keys.indexOf(offer.id) + by;
    setStatus(`${offer.title} moved to position ${to + 1} of ${offers.length}.`);
    step(offer.id, by);
  };
  return (
    <PricingSection
      id={kind}
      title={shape.title}
      about={shape.about}
      aside={
        <Link className="button" to={withQuery(dashboardPaths.addPricing, { kind })}>
          <Plus className="size-4" aria-hidden="true" /> Add {shape.noun}
        </Link>
      }
    >
      <ErrorNotice className="mt-4" message={!saving && data?.failed?.message} />
      {shown.length === 0 ? (
        <div className="mt-4 border-t border-rule py-8">
          <p className="font-display font-semibold">No {shape.noun}s yet.</p>
          <p className="mt-1 max-w-[31em] text-small text-ink-soft">
            {shape.empty} This section appears on the pricing page once you add the first one.
          </p>
        </div>
      ) : (
        <ol ref={list} className="mt-4">
          {shown.map((offer, index) => (
            <OfferTableRow
              key={offer.key}
              offer={offer}
              shape={shape}
              index={index}
              count={shown.length}
              isDragging={dragged === offer.id}
              dragHandleProps={handle(offer.id)}
              onMove={by => move(offer, by)}
              onChange={onChange}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{status}</output>
    </PricingSection>
  );
}

interface PricingSectionProps {
  id: string;
  title: string;
  about: string;
  aside: ReactNode;
  children: ReactNode;
}

/** A section of the pricing page in the dashboard. */
function PricingSection({ id, title, about, aside, children }: PricingSectionProps) {
  return (
    <section id={id} aria-label={title} className="mt-14 scroll-mt-24 first-of-type:mt-0">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-rule-strong pt-4">
        <div>
          <h2 className="text-h3">{title}</h2>
          <p className="mt-1 max-w-[31em] text-small text-ink-soft">{about}</p>
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
