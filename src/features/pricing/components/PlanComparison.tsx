import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { type PriceTax, taxNote } from '#shared/price-tax.ts';
import type { Plan } from '../contract/index.ts';
import { compareFeatures } from '../rules/comparison.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { PlanPrice } from './PlanPrice.tsx';

/** Compares the plans in a table. On narrow screens it scrolls next to its first column. */
export function PlanComparison({ plans, tax }: { plans: readonly Plan[]; tax: PriceTax | null }) {
  const { rows, others } = compareFeatures(plans);
  const row = (label: string, valueOf: (plan: Plan, index: number) => ReactNode) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      {plans.map((plan, index) => (
        <td key={plan.id} className={plan.isHighlighted ? 'bg-raised' : undefined}>
          {valueOf(plan, index)}
        </td>
      ))}
    </tr>
  );
  return (
    <section
      aria-label="Comparison of plans"
      // Focusable so keyboard users can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="comparison edge-fade"
    >
      <table>
        <caption className="sr-only">What each plan costs and includes</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">What you get</span>
            </th>
            {plans.map(plan => (
              <th
                key={plan.id}
                id={`plan-${plan.id}`}
                scope="col"
                className={`target:border-accent ${plan.isHighlighted ? 'border-accent bg-raised' : ''}`}
              >
                <span className="block text-h3">{plan.name}</span>
                {plan.isHighlighted && <span className="meta block text-accent">Most popular</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('Price', plan => (
            <>
              <p className="font-display text-h2 font-semibold tracking-tight tabular-nums">
                <PlanPrice plan={plan} />
              </p>
              {tax && <p className="meta">{taxNote(tax)}</p>}
              <p className="mt-1.5 font-display font-semibold text-accent">{plan.tagline}</p>
            </>
          ))}
          {row('Order', plan => (
            <Link
              className={`button w-full px-3 text-center ${plan.isHighlighted ? 'button-primary' : ''}`}
              to={paths.checkout('plan', plan.id)}
            >
              {plan.isStartingPrice ? `Request a quote for ${plan.name}` : `Order ${plan.name}`}
            </Link>
          ))}
          {row('Expected delivery after the deposit', plan => inWeeks(plan.deliveryDays))}
          {plans.some(plan => plan.supportDays > 0) &&
            row('Support after delivery', plan =>
              plan.supportDays > 0 ? inWeeks(plan.supportDays) : <Included is={false} />,
            )}
          {rows.map(({ label, values }) => row(label, (_, index) => <Included is={values[index] ?? false} />))}
          {others.some(features => features.length > 0) &&
            row(rows.length > 0 ? 'Also included' : 'What’s included', (_, index) =>
              others[index]?.length ? (
                <ListDisclosure items={others[index]} noun="feature" className="open-wide" />
              ) : (
                <Included is={false} />
              ),
            )}
          {plans.some(plan => plan.contentItems.length > 0) &&
            row('You provide', plan => <ListDisclosure items={plan.contentItems} noun="item" />)}
          {row('More', plan => (
            <Disclosure label={`About ${plan.name}`} className="-my-1.5 text-small text-ink-soft">
              {plan.description}
            </Disclosure>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Included({ is }: { is: string | boolean }) {
  if (typeof is === 'string') return is;
  return (
    <>
      {is ? <Check className="size-4.5 text-accent" aria-hidden="true" /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">{is ? 'Included' : 'Not included'}</span>
    </>
  );
}

interface ListDisclosureProps {
  items: readonly string[];
  noun: string;
  className?: string;
}

function ListDisclosure({ items, noun, className = '' }: ListDisclosureProps) {
  if (items.length === 0) return undefined;
  return (
    <Disclosure
      label={`${items.length} ${noun}${items.length === 1 ? '' : 's'}`}
      className={`-my-1.5 text-small text-ink-soft ${className}`}
    >
      <ul className="grid gap-1">
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Formats days as weeks if they divide evenly. */
function inWeeks(days: number): string {
  const [count, unit] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
