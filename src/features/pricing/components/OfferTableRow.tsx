import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Highlighter from 'lucide-react/icons/highlighter';
import PenLine from 'lucide-react/icons/pen-line';
import Trash2 from 'lucide-react/icons/trash';
import type { FormEvent, HTMLAttributes } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { MenuForm, menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import type { OfferListItem } from '../contract/offers.ts';
import type { OfferKindDefinition } from '../rules/offer-kinds.ts';

interface OfferRowProps {
  offer: OfferListItem;
  shape: OfferKindDefinition;
  index: number;
  count: number;
  isDragging: boolean;
  dragHandleProps: HTMLAttributes<HTMLElement>;
  onMove: (by: -1 | 1) => void;
  onChange: (event: FormEvent<HTMLFormElement>) => void;
}

export function OfferTableRow(props: OfferRowProps) {
  const { offer, shape, index, count, isDragging, dragHandleProps, onMove, onChange } = props;
  const { key, title, subtitle, price, priceUnitLabel } = offer;
  return (
    <li
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-rule py-3 last:border-b sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:gap-x-5 ${isDragging ? 'bg-raised' : ''}`}
    >
      <div className="hidden items-center sm:flex">
        <span
          className="-ml-2 grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center text-ink-faint hover:text-ink active:cursor-grabbing"
          data-tooltip="Drag to reorder"
          {...dragHandleProps}
        >
          <GripVertical className="size-5" aria-hidden="true" />
        </span>
        <span className="meta w-6 text-right">{index + 1}</span>
      </div>
      <div className={`min-w-0 max-sm:col-span-2 ${offer.isHidden ? 'opacity-65' : ''}`}>
        <h3 className={shape.titleField === 'text' ? 'text-small' : 'font-display text-body font-semibold'}>
          <Link
            className={`inline-flex min-h-11 items-center no-underline hover:text-accent ${shape.titleField === 'text' ? 'font-text font-normal tracking-normal' : ''}`}
            to={dashboardPaths.updatePricing(key)}
          >
            {title}
          </Link>
        </h3>
        {subtitle && <p className="-mt-1.5 line-clamp-2 max-w-[33em] text-small text-ink-soft">{subtitle}</p>}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:py-1.5 sm:flex-col sm:items-end sm:text-right">
        {price && (
          <span>
            <span className="font-mono tabular-nums">{formatMoney(price)}</span>
            {priceUnitLabel && <span className="hint"> {priceUnitLabel}</span>}
          </span>
        )}
        <span className="hint contents gap-x-3 sm:flex sm:empty:hidden">
          {offer.isHighlighted && <span className="text-accent">{shape.highlightLabel}</span>}
          {offer.isHidden && <span className="text-ink">Hidden</span>}
          {offer.isSample && <span>Sample</span>}
        </span>
      </div>
      <div className="flex shrink-0 justify-end">
        <ReorderButtons itemLabel={title} index={index} count={count} onMove={onMove} />
        <RowMenu id={`offer-${key}`} label={`Actions for ${title}`}>
          <Link className={menuItemClass} to={dashboardPaths.updatePricing(key)}>
            <PenLine className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" /> Edit
          </Link>
          <MenuForm
            fields={{ key, version: offer.version }}
            actions={[
              ...(shape.highlightField
                ? [offer.isHighlighted ? ('unhighlight' as const) : ('highlight' as const)]
                : []),
              offer.isHidden ? 'show' : 'hide',
              'delete',
            ]}
            labels={{
              highlight: `Mark as “${shape.highlightLabel}”`,
              unhighlight: `Remove “${shape.highlightLabel}”`,
              show: 'Show on the site',
              hide: 'Hide from the site',
              delete: 'Delete permanently',
            }}
            icons={{ highlight: Highlighter, unhighlight: Highlighter, show: Eye, hide: EyeOff, delete: Trash2 }}
            onSubmit={onChange}
          />
        </RowMenu>
      </div>
    </li>
  );
}
