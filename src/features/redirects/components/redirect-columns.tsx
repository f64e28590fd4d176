import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { sortAscendingFirst, type Column } from '#ui/table/column.ts';
import type { Redirect } from '../contract.ts';

export const redirectSortOptions = [
  { value: 'newest', label: 'Newest first' },
  { value: 'from', label: 'By old address' },
];

export const redirectColumns: readonly Column<Redirect>[] = [
  {
    id: 'from',
    label: 'Old address',
    isAlwaysVisible: true,
    sorts: sortAscendingFirst('from', 'newest'),
    renderCell: ({ id, from }) => (
      <Link className="link [overflow-wrap:anywhere]" dir="auto" to={dashboardPaths.redirect(id)}>
        {from}
      </Link>
    ),
  },
  {
    id: 'to',
    label: 'New address',
    renderCell: ({ to, active }) => (
      <>
        <a className="link [overflow-wrap:anywhere]" dir="auto" href={to}>
          {readable(to)}
        </a>
        {!active && <span className="meta block">Not public yet. The old address answers 404 until then.</span>}
      </>
    ),
  },
  {
    id: 'created',
    label: 'Added',
    renderCell: ({ createdAt, createdBy }) => (
      <>
        <DateTime instant={createdAt} isDateOnly />
        <span className="meta block">{createdBy === 'import' ? 'by an import' : 'by you'}</span>
      </>
    ),
  },
];

/** Returns an address with its percent-encoding decoded. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
