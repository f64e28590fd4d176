import { Link } from 'react-router';
import { formatPlainDate } from '#shared/time.ts';
import type { RelatedDocument } from '../contract/document-details.ts';
import { formatAmount, formatDocumentTitle } from '../rules/labels.ts';

export function RelatedDocuments({ documents }: { documents: readonly RelatedDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="related-documents" className="no-print mt-14">
      <h2 id="related-documents" className="text-h4">
        Documents that belong to it
      </h2>
      <ul className="mt-3 border-b border-rule">
        {documents.map(({ kind, number, issuedOn, total, currency, path }) => (
          <li key={number} className="group relative border-t border-rule">
            <div className="grid items-baseline gap-x-6 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
              <Link
                className="stretched font-display text-small font-semibold no-underline group-hover:text-accent"
                to={path}
              >
                {formatDocumentTitle({ kind, number })}
              </Link>
              <time dateTime={issuedOn} className="meta">
                {formatPlainDate(issuedOn)}
              </time>
              <span className="font-mono text-meta tabular-nums sm:text-right">{formatAmount(total, currency)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
