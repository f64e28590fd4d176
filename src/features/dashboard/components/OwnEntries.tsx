import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DraftSummary as PostLine } from '#features/blog/contract/editing.ts';
import type { DraftSummary as ProjectLine } from '#features/projects/contract/drafts.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatDateTime } from '#shared/time.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';

/** Maximum number of items per kind. */
export const LIST_LIMIT = 5;

interface OwnTextsProps {
  posts: { readonly items: readonly PostLine[] };
  projects: { readonly items: readonly ProjectLine[] };
}

/** Merges posts and projects into one list. */
function toLines({ posts, projects }: OwnTextsProps) {
  return [
    ...posts.items.map(post => ({
      ...post,
      id: `post ${post.id}`,
      to: dashboardPaths.updateBlog(post.id),
      noun: 'Post',
    })),
    ...projects.items.map(project => ({ ...project, to: dashboardPaths.updateProject(project.id), noun: 'Project' })),
  ];
}

interface EntriesProps {
  lines: ReturnType<typeof toLines>;
  /** Shows the time of an entry. */
  renderTime: (line: ReturnType<typeof toLines>[number]) => ReactNode;
}

function Entries({ lines, renderTime }: EntriesProps) {
  return (
    <ul>
      {lines.map(line => (
        <li key={line.id} className="border-b border-rule pt-1 pb-2.5">
          <Link
            to={line.to}
            className="flex min-h-9 items-end pb-0.5 font-display text-small leading-snug font-semibold no-underline [overflow-wrap:anywhere] hover:text-accent"
          >
            {line.title || 'Untitled'}
          </Link>
          <p className="meta">
            {line.noun} · {renderTime(line)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The user's drafts, newest first. */
export function DraftList(lists: OwnTextsProps) {
  const lines = toLines(lists)
    .toSorted((one, other) => other.editedAt.localeCompare(one.editedAt))
    .slice(0, LIST_LIMIT);
  return (
    <DashboardSection title="Your drafts" all={{ to: dashboardPaths.myBlogs, label: 'All posts' }}>
      <Entries lines={lines} renderTime={({ editedAt }) => <LocalDateTime instant={editedAt} />} />
      {lines.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-4 py-2 text-small text-ink-soft">
          No drafts yet.
          <Link className="link inline-flex min-h-11 items-center" to={dashboardPaths.addBlog}>
            Write a post
          </Link>
        </p>
      )}
    </DashboardSection>
  );
}

/** Scheduled posts and projects, next one first, in the site's time zone. */
export function ScheduledList({ timeZone, ...lists }: OwnTextsProps & { timeZone: string }) {
  const lines = toLines(lists).toSorted((one, other) =>
    (one.scheduledFor ?? '').localeCompare(other.scheduledFor ?? ''),
  );
  if (lines.length === 0) return null;
  return (
    <DashboardSection title="Scheduled">
      <Entries
        lines={lines}
        renderTime={({ scheduledFor }) =>
          scheduledFor && <time dateTime={scheduledFor}>{formatDateTime(scheduledFor, timeZone)}</time>
        }
      />
    </DashboardSection>
  );
}
