import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

export function PricingBackLink({ section }: { section: string }) {
  return (
    <Link
      to={`${dashboardPaths.pricing}#${section}`}
      className="meta inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent"
    >
      <ArrowLeft className="size-4" aria-hidden="true" /> Pricing
    </Link>
  );
}
