import PenLine from 'lucide-react/icons/pen-line';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { PaymentTerm } from '../contract/payment-terms.ts';

/** Lists the rendered terms with an edit link. */
export function PaymentTermsSummary({ terms }: { terms: readonly PaymentTerm[] }) {
  return (
    <section id="terms" aria-label="Payment terms" className="mt-14 scroll-mt-24">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-rule-strong pt-4">
        <div>
          <h2 className="text-h3">Payment terms</h2>
          <p className="mt-1 max-w-[31em] text-small text-ink-soft">
            Sixteen, each kept by the software. Their words and their figures are yours.
          </p>
        </div>
        <Link className="button" to={dashboardPaths.pricingTerms}>
          <PenLine className="size-4" aria-hidden="true" /> Edit terms and figures
        </Link>
      </div>
      <ol className="mt-4 grid gap-x-12 lg:grid-cols-2">
        {terms.map(({ number, title, text }) => (
          <li key={number} className="grid grid-cols-[2.75rem_1fr] border-t border-rule py-3.5 text-small">
            <span className="meta pt-0.5">{String(number).padStart(2, '0')}</span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
