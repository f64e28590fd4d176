import { Link } from 'react-router';
import { ownerPaths } from '#shared/owner-paths.ts';
import { Moment } from '#ui/Moment.tsx';
import type { ImportLine } from '../contract.ts';

/** What sources are called. */
export const sourceNames: Readonly<Record<ImportLine['source'], string>> = {
  freehold: 'Freehold',
  ghost: 'Ghost',
  wordpress: 'WordPress',
  markdown: 'Markdown files',
};

/** How many posts, in words. */
export const postsInWords = (count: number) => `${count} ${count === 1 ? 'post' : 'posts'}`;

function stateOf({ state, outcome, posts }: ImportLine): string {
  switch (state) {
    case 'waiting':
      return `${postsInWords(posts)}, not moved in yet`;
    case 'queued':
      return 'Being moved in';
    case 'failed':
      return 'Nothing was moved in';
    default:
      return `${postsInWords(outcome?.made ?? 0)} moved in`;
  }
}

/** Archives that were sent, each with where it stands. */
export function ImportsList({ items }: { items: readonly ImportLine[] }) {
  if (items.length === 0) return <p className="text-small text-ink-soft">No archive was sent yet.</p>;
  return (
    <ul>
      {items.map(line => (
        <li key={line.id} className="border-t border-rule py-3 first:border-t-0">
          <Link
            className="inline-flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] hover:text-accent"
            to={ownerPaths.transferImport(line.id)}
          >
            {line.name}
          </Link>
          <p className="meta">
            {sourceNames[line.source]} · {stateOf(line)} · <Moment instant={line.uploadedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
