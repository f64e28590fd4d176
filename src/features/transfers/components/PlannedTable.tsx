import { paths } from '#shared/paths.ts';
import { Moment } from '#ui/Moment.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { PlannedPost } from '../contract.ts';
import { FateBadge } from './FateBadge.tsx';

const fates = { new: 'New', present: 'Left out', refused: 'Not possible' } as const;

function Pictures({ post }: { post: PlannedPost }) {
  const missing = post.picturesMissing.length;
  if (post.picturesFound + missing === 0) return <span className="meta">None</span>;
  if (missing === 0) return <>{post.picturesFound}</>;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">
        {post.picturesFound}, <span className="text-danger">{missing} missing</span>
      </summary>
      <ul className="meta pb-2 [overflow-wrap:anywhere]">
        {post.picturesMissing.map(address => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </details>
  );
}

const columns: readonly Column<PlannedPost>[] = [
  {
    id: 'title',
    label: 'Post',
    fixed: true,
    cell: post => (
      <>
        <span className="font-display font-semibold [overflow-wrap:anywhere]">{post.title}</span>
        <span className="meta block [overflow-wrap:anywhere]">{paths.post(post.slug)}</span>
        {post.notes.map(note => (
          <span key={note} className="block text-small text-ink-soft">
            {note}
          </span>
        ))}
      </>
    ),
  },
  {
    id: 'fate',
    label: 'What becomes of it',
    cell: ({ fate, status }) => (fate === 'new' ? <FateBadge status={status} /> : fates[fate]),
  },
  {
    id: 'date',
    label: 'Date',
    cell: ({ date }) => (date ? <Moment instant={date} day /> : <span className="meta">None</span>),
  },
  { id: 'words', label: 'Words', cell: ({ words }) => <span className="tabular-nums">{words}</span> },
  { id: 'pictures', label: 'Pictures', cell: post => <Pictures post={post} /> },
];

/** What becomes of each post of an archive. */
export function PlannedTable({ items }: { items: readonly PlannedPost[] }) {
  return (
    <DataTable
      caption="Posts in the archive"
      columns={columns}
      rows={items}
      keyOf={({ position }) => String(position)}
      labelOf={({ title }) => title}
    />
  );
}
