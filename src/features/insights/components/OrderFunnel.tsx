import type { Summary } from '../contract/reports.ts';
import { formatCount, formatShare } from '../rules/format.ts';
import { ShareBar } from './ShareBar.tsx';

type Funnel = NonNullable<Summary['funnel']>;

/** `isShare` if these people are among the visitors, so that a share is meaningful. */
const steps: readonly { key: keyof Funnel; label: string; description: string; isShare?: true }[] = [
  { key: 'visitors', label: 'Came', description: 'daily visitors' },
  { key: 'viewedPricing', label: 'Saw the prices', description: 'daily visitors at the prices', isShare: true },
  {
    key: 'startedCheckout',
    label: 'Began',
    description: 'daily visitors at a form to order, ask for a quote or book',
    isShare: true,
  },
  { key: 'ordered', label: 'Ordered', description: 'orders, requests and consultations, by the books' },
  { key: 'paid', label: 'Paid', description: 'orders and consultations whose first money came, by the books' },
];

/** Funnel from a visit to a paid order. */
export function OrderFunnel({ funnel }: { funnel: Funnel }) {
  const max = Math.max(1, ...steps.map(({ key }) => funnel[key]));
  return (
    <section aria-labelledby="funnel" className="min-w-0">
      <h2 id="funnel" className="flex min-h-11 items-center border-b border-rule-strong text-h4">
        From visit to paid order
      </h2>
      <ol>
        {steps.map(({ key, label, description, isShare }) => (
          <li key={key} className="relative flex items-baseline justify-between gap-4 border-b border-rule py-2.5">
            <ShareBar share={funnel[key] / max} width="w-full" />
            <span className="relative px-2 text-small">
              {label} <span className="block text-meta leading-snug text-ink-soft">{description}</span>
            </span>
            <span className="relative text-right whitespace-nowrap">
              <span className="font-mono text-small tabular-nums">{formatCount(funnel[key])}</span>
              {isShare && funnel.visitors > 0 && (
                <span className="meta block">{formatShare(funnel[key], funnel.visitors)} of visitors</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 max-w-[36em] text-meta leading-snug text-ink-soft">
        The first three count visitors of each day. The last two count all orders and first payments of the same days,
        also from people whose visits are not counted, so they are no share of the visitors. A consultation counts once
        its client has given their name; bookings that you make by hand do not. No order is tied to a visit.
      </p>
    </section>
  );
}
