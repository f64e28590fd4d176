import type { Summary } from '../contract/reports.ts';
import { formatCount, formatShare } from '../rules/format.ts';
import { ShareBar } from '#ui/ShareBar.tsx';

type Funnel = NonNullable<Summary['funnel']>;

/** `isShare` if these people are among the visitors, so a share is meaningful. */
const steps: readonly { key: keyof Funnel; label: string; description: string; isShare?: true }[] = [
  { key: 'visitors', label: 'Visited', description: 'daily visitors' },
  { key: 'viewedPricing', label: 'Viewed pricing', description: 'daily visitors on pricing pages', isShare: true },
  {
    key: 'startedCheckout',
    label: 'Started checkout',
    description: 'daily visitors on an order, quote or booking form',
    isShare: true,
  },
  { key: 'ordered', label: 'Ordered', description: 'orders, quote requests and consultations' },
  { key: 'paid', label: 'Paid', description: 'orders and consultations with a first payment' },
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
                <span className="hint block">{formatShare(funnel[key], funnel.visitors)} of visitors</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 max-w-[36em] text-meta leading-snug text-ink-soft">
        The first three steps count daily visitors. The last two count all orders and first payments in the same period,
        including from people whose visits aren’t tracked, so they aren’t a share of visitors. A consultation counts
        once the client enters their name. Bookings that you add yourself don’t count. Orders are never linked to
        visits.
      </p>
    </section>
  );
}
