import { Link } from 'react-router';
import { withQuery } from '#shared/paths.ts';

export function TagLinks({ tags, path }: { tags: readonly string[]; path: string }) {
  return (
    <ul className="flex flex-wrap gap-x-4" aria-label="Tags">
      {tags.map(tag => (
        <li key={tag}>
          <Link
            className="meta inline-flex min-h-11 items-center text-ink-soft no-underline hover:text-accent"
            to={withQuery(path, { tag })}
          >
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
