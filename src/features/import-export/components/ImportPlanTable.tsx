import { StatusBadge } from '#features/publishing/browser.ts';
import { paths } from '#shared/paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { PlannedItem } from '../contract/index.ts';

const actionLabels = { create: 'New', skip: 'Already exists', reject: 'Can’t be imported' } as const;

/** Status of an imported post or project. */
export function ImportItemBadge({ status }: Pick<PlannedItem, 'status'>) {
  return <StatusBadge state={{ status, hasPending: false, submitted: false, deleted: false }} />;
}

function Pictures({ item }: { item: PlannedItem }) {
  const missing = item.picturesMissing.length;
  if (item.picturesFound + missing === 0) return <span className="hint">None</span>;
  if (missing === 0) return <span className="tabular-nums">{item.picturesFound}</span>;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">
        {item.picturesFound > 0 && `${item.picturesFound} found, `}
        <span className="text-danger">{missing} missing</span>
      </summary>
      <ul className="meta pb-2 [overflow-wrap:anywhere]">
        {item.picturesMissing.map(address => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </details>
  );
}

const renderNumber = (value: number) => (
  <span className={value === 0 ? 'hint' : 'tabular-nums'}>{value === 0 ? 'None' : value.toLocaleString('en')}</span>
);

const columns: readonly Column<PlannedItem>[] = [
  {
    id: 'title',
    label: 'Title and address',
    isAlwaysVisible: true,
    renderCell: ({ kind, title, slug, notes }) => (
      <>
        <span className="font-display font-semibold [overflow-wrap:anywhere]">{title}</span>
        <span className="meta block [overflow-wrap:anywhere]">
          {kind === 'post' ? paths.post(slug) : paths.project(slug)}
        </span>
        {notes.map(note => (
          <span key={note} className="block text-small text-ink-soft">
            {note}
          </span>
        ))}
      </>
    ),
  },
  {
    id: 'fate',
    label: 'Status',
    renderCell: ({ action, status }) =>
      action === 'create' ? (
        <ImportItemBadge status={status} />
      ) : (
        <span className={action === 'reject' ? 'text-danger' : 'text-ink-soft'}>{actionLabels[action]}</span>
      ),
  },
  { id: 'author', label: 'Author', renderCell: ({ author }) => author ?? <span className="hint">None</span> },
  {
    id: 'date',
    label: 'Date',
    renderCell: ({ date }) => (date ? <DateTime instant={date} isDateOnly /> : <span className="hint">None</span>),
  },
  { id: 'words', label: 'Words', renderCell: ({ words }) => renderNumber(words) },
  { id: 'comments', label: 'Comments', renderCell: ({ comments }) => renderNumber(comments) },
  { id: 'pictures', label: 'Images', renderCell: item => <Pictures item={item} /> },
];

/** Result of the import for each post and project. */
export function ImportPlanTable({ items }: { items: readonly PlannedItem[] }) {
  // Hide the comments column if nothing has comments.
  const visibleColumns = columns.filter(({ id }) => id !== 'comments' || items.some(({ comments }) => comments > 0));
  return (
    <DataTable
      caption="Posts and projects in the archive"
      columns={visibleColumns}
      rows={items}
      getRowId={({ kind, position }) => `${kind} ${position}`}
      getRowLabel={({ title }) => title}
    />
  );
}
