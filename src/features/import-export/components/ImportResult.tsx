import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ImportPreview } from '../contract/index.ts';
import { countChangedSubscribers, formatCounts } from '../rules/labels.ts';
import { ImportNotes } from './ImportNotes.tsx';
import { ImportItemBadge } from './ImportPlanTable.tsx';

/** Imported items with links. */
export function ImportResult({ preview }: { preview: ImportPreview }) {
  const { created } = preview;
  const {
    created: posts = 0,
    projects = 0,
    comments = 0,
    siteSections = 0,
    pictures = 0,
    existing = 0,
    completed = 0,
    invalid = 0,
    redirects = 0,
  } = preview.import.result ?? {};
  const notes = [
    ...(completed > 0 ? [`Missing images were added to ${completed} ${completed === 1 ? 'post' : 'posts'}.`] : []),
    ...(existing > 0
      ? [
          existing === 1
            ? '1 entry was already on this site. Its content and comments weren’t changed.'
            : `${existing.toLocaleString('en')} entries were already on this site. Their content and comments weren’t changed.`,
        ]
      : []),
    ...(invalid > 0 ? [`${invalid} ${invalid === 1 ? 'entry' : 'entries'} couldn’t be imported.`] : []),
  ];
  const links = [
    ['All posts', dashboardPaths.myBlogs, true],
    ['All projects', dashboardPaths.myProjects, projects > 0],
    ['Site content', dashboardPaths.site, siteSections > 0],
  ] as const;
  const more = posts + projects - created.length;
  return (
    <>
      <output className="block max-w-[31em] text-lead">
        Imported:{' '}
        {formatCounts(
          {
            posts,
            projects,
            comments,
            siteSections,
            pictures,
            redirects,
            subscribers: countChangedSubscribers(preview),
          },
          'nothing, because everything was already on this site',
        )}
        .
      </output>
      <ImportNotes notes={notes} className="mt-2" />
      <ul className="mt-8 max-w-[60rem]">
        {created.map(({ kind, id, slug, title, status }) => (
          <li
            key={`${kind} ${slug}`}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-1"
          >
            <Link
              className="inline-flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] hover:text-accent"
              to={id === null ? dashboardPaths.updateProject(slug) : dashboardPaths.updateBlog(id)}
            >
              {title || 'Untitled'}
            </Link>
            <span className="flex items-center gap-3">
              <span className="hint">{kind === 'post' ? 'Post' : 'Project'}</span>
              <ImportItemBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="hint mt-3">And {more} more, including deleted ones.</p>}
      <p className="mt-8 flex flex-wrap gap-4">
        {links.map(
          ([label, path, isShown]) =>
            isShown && (
              <Link key={path} className="button" to={path}>
                {label}
              </Link>
            ),
        )}
      </p>
    </>
  );
}
