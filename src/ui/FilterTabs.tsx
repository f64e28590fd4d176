import { Link } from 'react-router';

interface FilterTabsProps {
  label: string;
  className: string;
  tabs: readonly { readonly label: string; readonly to: string; readonly count: number; readonly isCurrent: boolean }[];
}

/** Links to the parts of a list, each with the number of its entries. */
export function FilterTabs({ label, className, tabs }: FilterTabsProps) {
  const item = 'inline-flex min-h-11 items-center gap-1.5 border-b-2 font-display text-small font-medium no-underline';
  return (
    <nav aria-label={label} className={`${className} border-b border-rule`}>
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {tabs.map(tab => (
          <li key={tab.label}>
            <Link
              to={tab.to}
              aria-current={tab.isCurrent ? 'true' : undefined}
              preventScrollReset
              className={`${item} ${tab.isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
            >
              {tab.label} <span className="meta">{tab.count.toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
