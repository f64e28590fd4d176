import PenLine from 'lucide-react/icons/pen-line';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { PaymentTerm } from '../contract/payment-terms.ts';
import { PricingSection } from './OfferSection.tsx';

/** Lists the rendered terms with an edit link. */
export function PaymentTermsSummary({ terms }: { terms: readonly PaymentTerm[] }) {
  return (
    <PricingSection
      id="terms"
      title="Payment terms"
      about="All sixteen apply to every new order. You can edit their wording and values."
      aside={
        <Link className="button" to={dashboardPaths.pricingTerms}>
          <PenLine className="size-4" aria-hidden="true" /> Edit payment terms
        </Link>
      }
    >
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
    </PricingSection>
  );
}
