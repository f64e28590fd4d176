import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import type { FormEventHandler } from 'react';
import { Link } from 'react-router';
import { DateTime } from '#ui/DateTime.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst } from '#ui/table/column.ts';
import { MenuForm, menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import type { ListedDraft } from '../contract/schemas.ts';
import { statusLabels } from '../contract/status.ts';
import type { PublishingState, EntryActor } from '../rules/transitions.ts';
import { type BulkAction, bulkActionLabels, listBulkActions } from '../rules/bulk-actions.ts';
import { getTransitionLabel } from '../rules/labels.ts';
import { StatusBadge } from './StatusBadge.tsx';

export interface DraftRow
  extends Pick<ListedDraft, 'authorName' | 'category' | 'editedAt' | 'publishedAt' | 'scheduledFor' | 'title'> {
  readonly key: string;
  readonly state: PublishingState;
  readonly writer: EntryActor;
  readonly editPath: string;
  readonly previewPath: string;
  /** Path of the published text; undefined if it isn't public. */
  readonly publicPath: string | undefined;
}

/** Returns the columns of a draft list; `showWriters` adds the author column. */
export function createDraftColumns(showWriters: boolean): readonly Column<DraftRow>[] {
  return [
    {
      id: 'title',
      label: 'Title',
      isAlwaysVisible: true,
      sorts: sortAscendingFirst('title_asc', 'title_desc'),
      renderCell: row => <TitleLink row={row} />,
    },
    { id: 'status', label: 'Status', renderCell: ({ state }) => <StatusBadge state={state} /> },
    { id: 'category', label: 'Category', renderCell: ({ category }) => category },
    ...(showWriters
      ? [
          {
            id: 'writer',
            label: 'Author',
            renderCell: (row: DraftRow) => <span className="@3xl:whitespace-nowrap">{row.authorName}</span>,
          },
        ]
      : []),
    {
      id: 'changed',
      label: 'Updated',
      sorts: sortDescendingFirst('edited_desc', 'edited_asc'),
      renderCell: ({ editedAt }) => <DateTime instant={editedAt} isDateOnly />,
    },
    {
      id: 'published',
      label: 'Published',
      sorts: sortDescendingFirst('published_desc', 'published_asc'),
      renderCell: ({ publishedAt, scheduledFor, state }) => {
        if (state.status === 'scheduled' && scheduledFor) {
          return (
            <span>
              <span className="hint">for </span>
              <DateTime instant={scheduledFor} />
            </span>
          );
        }
        return publishedAt ? <DateTime instant={publishedAt} isDateOnly /> : <span className="hint">Not yet</span>;
      },
    },
  ];
}

function TitleLink({ row: { title, editPath, state } }: { row: DraftRow }) {
  const text = title || 'Untitled';
  const className = 'font-display font-semibold [overflow-wrap:anywhere] @3xl:[overflow-wrap:break-word]';
  if (state.deleted) return <span className={`${className} text-ink-soft`}>{text}</span>;
  return (
    <Link to={editPath} className={`${className} inline-flex min-h-11 items-center no-underline hover:text-accent`}>
      {text}
    </Link>
  );
}

/** Sort options for layouts without column headings. */
export const draftSortOptions = [
  { value: 'edited_desc', label: 'Updated, newest first' },
  { value: 'edited_asc', label: 'Updated, oldest first' },
  { value: 'title_asc', label: 'Title, A to Z' },
  { value: 'title_desc', label: 'Title, Z to A' },
  { value: 'published_desc', label: 'Published, newest first' },
  { value: 'published_asc', label: 'Published, oldest first' },
];

/** Status filter of every draft list. */
export const statusFilter = {
  name: 'status',
  label: 'Status',
  allLabel: 'All statuses',
  options: [
    ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
    { value: 'deleted', label: 'Deleted' },
  ],
};

const icons: Partial<Record<BulkAction, LucideIcon>> = {
  publish: Send,
  submit: Send,
  archive: Archive,
  unarchive: Undo2,
  withdraw: Undo2,
  discard_changes: Undo2,
  delete: Trash2,
  restore: Undo2,
};

interface DraftRowMenuProps {
  row: DraftRow;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** Lists the actions for one row of the draft list. */
export function DraftRowMenu({ row, onSubmit }: DraftRowMenuProps) {
  const { key, title, state, writer, editPath, previewPath, publicPath } = row;
  const links = state.deleted
    ? []
    : [
        { label: 'Edit', to: editPath, icon: Pencil },
        publicPath
          ? { label: 'View on site', to: publicPath, icon: Eye }
          : { label: 'Preview', to: previewPath, icon: Eye },
      ];
  return (
    <RowMenu id={`menu-${key}`} label={`Actions for ${title || 'Untitled'}`}>
      {links.map(({ label, to, icon: Icon }) => (
        <Link key={label} to={to} className={menuItemClass}>
          <Icon className="size-4.5 shrink-0" aria-hidden="true" />
          {label}
        </Link>
      ))}
      <MenuForm
        fields={{ text: key }}
        actions={listBulkActions(state, writer)}
        labels={{ ...bulkActionLabels, publish: getTransitionLabel('publish', state) }}
        icons={icons}
        onSubmit={onSubmit}
      />
    </RowMenu>
  );
}
