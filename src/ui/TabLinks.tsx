import { Link } from 'react-router';

interface Tab {
  readonly label: string;
  readonly to: string;
  /** Number of entries. */
  readonly count?: number | string;
  readonly isCurrent: boolean;
}

interface TabLinksProps {
  label: string;
  className: string;
  tabs: readonly Tab[];
  /** Whether each tab is a page, not a part of a list. Page tabs stay on one line, which scrolls on phones. */
  arePages?: boolean;
}

/** Links to the parts of a list, each with the number of its entries, or to the pages of an area. */
export function TabLinks({ label, className, tabs, arePages = false }: TabLinksProps) {
  return (
    <nav aria-label={label} className={`${className} border-b border-rule`}>
      <ul
        className={`-mb-px flex gap-x-6 ${arePages ? 'edge-fade scroll-px-10 overflow-x-auto [scrollbar-width:none]' : 'flex-wrap'}`}
      >
        {tabs.map(tab => (
          <li key={tab.label}>
            <TabLink {...tab} isPage={arePages} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function TabLink({ label, to, count, isCurrent, isPage = false }: Tab & { isPage?: boolean }) {
  const current = isPage ? 'page' : 'true';
  return (
    <Link
      to={to}
      aria-current={isCurrent ? current : undefined}
      preventScrollReset={!isPage}
      className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 whitespace-nowrap font-display text-small font-medium no-underline ${
        isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'
      }`}
    >
      {label}
      {count !== undefined && (
        <>
          {' '}
          <span className="meta">{count}</span>
        </>
      )}
    </Link>
  );
}
