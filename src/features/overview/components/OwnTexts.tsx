import { Link } from 'react-router';
import type { DraftLine as PostLine } from '#features/blog/contract/writing.ts';
import type { DraftLine as ProjectLine } from '#features/projects/contract/drafts.ts';
import { paths } from '#shared/paths.ts';
import { formatMoment } from '#shared/time.ts';
import { Moment } from '#ui/Moment.tsx';
import { OverviewPart } from './OverviewPart.tsx';

/** So many are shown of each kind. */
export const NEWEST = 5;

interface TextList<Line> {
  readonly items: readonly Line[];
  readonly total: number;
}

interface OwnTextsProps {
  posts: TextList<PostLine>;
  projects: TextList<ProjectLine>;
}

/** Posts and projects as one list. */
function linesOf({ posts, projects }: OwnTextsProps) {
  return [
    ...posts.items.map(post => ({ ...post, id: `post ${post.id}`, to: paths.updateBlog(post.id), noun: 'Post' })),
    ...projects.items.map(project => ({ ...project, to: paths.updateProject(project.id), noun: 'Project' })),
  ];
}

const line = 'flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-1 text-small';
const name =
  'inline-flex min-h-11 min-w-0 flex-1 basis-48 items-center font-display font-semibold no-underline hover:text-accent';

/** What somebody has begun to write, the latest first. */
export function Drafts(lists: OwnTextsProps) {
  const lines = linesOf(lists)
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))
    .slice(0, NEWEST);
  return (
    <OverviewPart title="Your drafts" all={{ to: paths.myBlogs, label: 'All posts' }}>
      <ul>
        {lines.map(({ id, title, to, noun, changedAt }) => (
          <li key={id} className={line}>
            <Link to={to} className={name}>
              {title || 'Untitled'}
            </Link>
            <span className="meta">{noun}, </span>
            <Moment instant={changedAt} />
          </li>
        ))}
      </ul>
      {lines.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-4 py-2 text-small text-ink-soft">
          Nothing is begun.
          <Link className="link inline-flex min-h-11 items-center" to={paths.addBlog}>
            Write a post
          </Link>
        </p>
      )}
    </OverviewPart>
  );
}

/** What is going to appear by itself, the next one first, with the time in the zone of the site. */
export function ComingUp({ timeZone, ...lists }: OwnTextsProps & { timeZone: string }) {
  const lines = linesOf(lists).toSorted((one, other) =>
    (one.scheduledFor ?? '').localeCompare(other.scheduledFor ?? ''),
  );
  if (lines.length === 0) return null;
  return (
    <OverviewPart title="Coming up" note="Published by themselves">
      <ul>
        {lines.map(({ id, title, to, scheduledFor }) => (
          <li key={id} className={line}>
            <Link to={to} className={name}>
              {title || 'Untitled'}
            </Link>
            {scheduledFor && (
              <time dateTime={scheduledFor} className="meta whitespace-nowrap text-ink-soft">
                {formatMoment(scheduledFor, timeZone)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </OverviewPart>
  );
}
