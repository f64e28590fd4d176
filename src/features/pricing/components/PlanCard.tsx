import Check from 'lucide-react/icons/check';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { type PriceTax, taxNote } from '#shared/price-tax.ts';
import type { Plan } from '../contract/index.ts';
import { PlanPrice } from './PlanPrice.tsx';

/** Shows a plan; side by side, the requirements of all plans align. */
export function PlanCard({ plan, tax }: { plan: Plan; tax: PriceTax | null }) {
  return (
    <li
      id={`plan-${plan.id}`}
      className={`row-span-2 grid scroll-mt-24 grid-rows-subgrid gap-y-7 border-t pt-5 sm:border-t-0 sm:border-l sm:pt-0 sm:pr-7 sm:pl-6 target:border-accent ${plan.isHighlighted ? 'border-accent' : 'border-rule-strong'}`}
    >
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="text-h3">{plan.name}</h3>
          {plan.isHighlighted && <p className="meta text-accent">Most popular</p>}
        </div>
        <p className="mt-3 font-display text-h2 font-semibold tracking-tight tabular-nums">
          <PlanPrice plan={plan} />
        </p>
        {tax && <p className="meta mt-1">{taxNote(tax)}</p>}
        <p className="mt-2 font-display text-small font-semibold text-accent">{plan.tagline}</p>
        <p className="mt-3 text-small text-ink-soft">{plan.description}</p>
        <ul className="mt-5 grid gap-2.5">
          {plan.features.map(feature => (
            <li key={feature} className="grid grid-cols-[1.5rem_1fr] text-small">
              <Check className="mt-1 size-4 text-accent" aria-hidden="true" />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Link
          className={`button mb-5 w-full ${plan.isHighlighted ? 'button-primary' : ''}`}
          to={paths.checkout('plan', plan.id)}
        >
          {plan.isStartingPrice ? `Request a quote for ${plan.name}` : `Order ${plan.name}`}
        </Link>
        <dl className="text-small text-ink-soft">
          <dt className="meta">Expected delivery</dt>
          <dd>{inWeeks(plan.deliveryDays)} after the deposit</dd>
          {plan.contentItems.length > 0 && (
            <>
              <dt className="meta mt-3">You provide</dt>
              {plan.contentItems.map(item => (
                <dd key={item} className="mt-1">
                  {item}
                </dd>
              ))}
            </>
          )}
        </dl>
      </div>
    </li>
  );
}

/** Formats days as weeks if they divide evenly. */
function inWeeks(days: number): string {
  const [count, unit] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
