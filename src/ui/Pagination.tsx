import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { MAX_EXACT_TOTAL, NUMBERED_PAGES, type PageCursor } from '#shared/lists.ts';

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  /** IDs of the rows, used as cursors to neighboring deep pages. */
  rows?: readonly (string | number)[];
  /** Returns the URL of a page with all filters. */
  hrefOf: (page: number, cursor?: PageCursor) => string;
}

/** Returns the cursor of a deep page that is adjacent to the page with these rows. */
export function cursorOf(
  target: number,
  { page, rows = [] }: { page: number; rows?: readonly (string | number)[] | undefined },
): PageCursor | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (target <= NUMBERED_PAGES || first === undefined || last === undefined) return undefined;
  if (target === page + 1) return { after: last };
  return target === page - 1 ? { before: first } : undefined;
}

/** Returns the page numbers to show: first, last and around the current page; 0 is a gap. */
export function getVisiblePages(page: number, pages: number): number[] {
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter(number => number >= 1 && number <= pages);
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1];
    return previous !== undefined && number - previous > 1 ? [0, number] : [number];
  });
}

/** Pagination links. Renders nothing for a single page; a page beyond the last one links to the last. */
export function Pagination({ page, pageSize, total, rows, hrefOf }: PaginationProps) {
  const pages = Math.ceil(total / pageSize);
  if (total === 0 || Math.max(page, pages) === 1) return null;
  const previous = Math.min(page - 1, pages);
  const hrefTo = (target: number) => hrefOf(target, cursorOf(target, { page, rows }));
  const isEstimate = total > MAX_EXACT_TOTAL;
  const linkClass = 'meta inline-flex min-h-11 min-w-11 items-center justify-center px-3';
  return (
    <nav
      aria-label="Pagination"
      className="mt-14 flex flex-wrap items-center justify-between gap-4 border-t border-rule pt-5"
    >
      <span className="meta">{isEstimate ? `Page ${page}` : page <= pages && `Page ${page} of ${pages}`}</span>
      <ul className="flex flex-wrap items-center">
        {previous > 0 && (
          <li>
            <Link rel="prev" className={`${linkClass} hover:text-accent`} to={hrefTo(previous)}>
              <ArrowLeft className="mr-1.5 size-4" aria-hidden="true" /> Previous
            </Link>
          </li>
        )}
        {getVisiblePages(page, isEstimate ? Math.min(page + 1, pages) : pages).map((number, index) => (
          <li key={number === 0 ? `gap-${index}` : number}>
            {number === 0 ? (
              <span className={linkClass}>…</span>
            ) : (
              <Link
                className={`${linkClass} ${number === page ? 'border-b-2 border-accent text-ink' : 'hover:text-accent'}`}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                to={hrefTo(number)}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <Link rel="next" className={`${linkClass} hover:text-accent`} to={hrefTo(page + 1)}>
              Next <ArrowRight className="ml-1.5 size-4" aria-hidden="true" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
