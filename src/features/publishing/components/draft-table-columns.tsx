import { Eye, type LucideIcon, Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Form, Link } from 'react-router';
import { Moment } from '#ui/DateTime.tsx';
import { ascendingFirst, type Column, descendingFirst } from '#ui/table/column.ts';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import type { Standing, Writer } from '../rules/transitions.ts';
import { type Change, changeLabels, changesFor } from '../rules/bulk-actions.ts';
import { labelFor, statusNames } from '../rules/labels.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** A text in the list of those who write it. */
export interface WrittenLine {
  readonly key: string;
  readonly title: string;
  readonly category: string;
  readonly authorName: string;
  readonly standing: Standing;
  readonly writer: Writer;
  readonly changedAt: string;
  readonly publishedAt: string | null;
  readonly scheduledFor: string | null;
  readonly editPath: string;
  readonly previewPath: string;
  /** Where readers find it, while they do. */
  readonly publicPath: string | undefined;
}

/** The columns of a list of texts; the writers' names are for who sees several writers' texts. */
export function writtenColumns(showWriters: boolean): readonly Column<WrittenLine>[] {
  return [
    {
      id: 'title',
      label: 'Title',
      fixed: true,
      sorts: ascendingFirst('title', 'title-down'),
      cell: line => <TitleLink line={line} />,
    },
    { id: 'status', label: 'Status', cell: ({ standing }) => <StatusBadge standing={standing} /> },
    { id: 'category', label: 'Category', cell: ({ category }) => category },
    ...(showWriters ? [{ id: 'writer', label: 'Writer', cell: (line: WrittenLine) => line.authorName }] : []),
    {
      id: 'changed',
      label: 'Changed',
      sorts: descendingFirst('changed', 'changed-longest'),
      cell: ({ changedAt }) => <Moment instant={changedAt} />,
    },
    {
      id: 'published',
      label: 'Published',
      sorts: descendingFirst('published', 'published-first'),
      cell: ({ publishedAt, scheduledFor, standing }) => {
        if (standing.status === 'scheduled' && scheduledFor) {
          return (
            <span>
              <span className="meta">for </span>
              <Moment instant={scheduledFor} />
            </span>
          );
        }
        return publishedAt ? <Moment instant={publishedAt} day /> : <span className="meta">Not yet</span>;
      },
    },
  ];
}

function TitleLink({ line: { title, editPath, standing } }: { line: WrittenLine }) {
  const words = title || 'Untitled';
  const look = 'font-display font-semibold [overflow-wrap:anywhere] @3xl:[overflow-wrap:break-word]';
  if (standing.deleted) return <span className={`${look} text-ink-soft`}>{words}</span>;
  return (
    <Link to={editPath} className={`${look} inline-flex min-h-11 items-center no-underline hover:text-accent`}>
      {words}
    </Link>
  );
}

/** The orders of the list for where there are no headings to press. */
export const writtenSorts = [
  { value: 'changed', label: 'Changed last' },
  { value: 'changed-longest', label: 'Not changed for longest' },
  { value: 'title', label: 'Title, A to Z' },
  { value: 'title-down', label: 'Title, Z to A' },
  { value: 'published', label: 'Published last' },
  { value: 'published-first', label: 'Published first' },
];

/** What every list of texts can be narrowed by. */
export const statusFilter = {
  name: 'status',
  label: 'Status',
  any: 'Any status',
  options: [
    ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
    { value: 'deleted', label: 'Deleted' },
  ],
};

const icons: Partial<Record<Change, LucideIcon>> = {
  publish: Send,
  submit: Send,
  delete: Trash2,
  restore: Undo2,
};

interface WrittenMenuProps {
  line: WrittenLine;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** What can be done with one text of the list. */
export function WrittenMenu({ line, onSubmit }: WrittenMenuProps) {
  const { key, title, standing, writer, editPath, previewPath, publicPath } = line;
  const ways = standing.deleted
    ? []
    : [
        { label: 'Edit', to: editPath, icon: Pencil },
        publicPath
          ? { label: 'See it as readers do', to: publicPath, icon: Eye }
          : { label: 'Preview', to: previewPath, icon: Eye },
      ];
  return (
    <RowMenu id={`menu-${key}`} label={`Actions for ${title || 'Untitled'}`}>
      {ways.map(({ label, to, icon: Icon }) => (
        <Link key={label} to={to} className={menuItem}>
          <Icon className="size-4.5 shrink-0" aria-hidden="true" />
          {label}
        </Link>
      ))}
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="text" value={key} />
        {changesFor(standing, writer).map(change => {
          const Icon = icons[change];
          return (
            <button
              key={change}
              type="submit"
              name="do"
              value={change}
              className={`${menuItem} ${change === 'delete' ? 'text-danger' : ''}`}
            >
              {Icon ? (
                <Icon className="size-4.5 shrink-0" aria-hidden="true" />
              ) : (
                <span className="size-4.5 shrink-0" aria-hidden="true" />
              )}
              {change === 'publish' ? labelFor('publish', standing) : changeLabels[change]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
