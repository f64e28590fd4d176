import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { MoneyTask, MoneyTaskName } from '../contract/index.ts';
import { ActionItem } from '#ui/ActionItem.tsx';

interface Words {
  readonly one: string;
  /** Follows the number. */
  readonly many: string;
  readonly does: string;
  readonly to: string;
}

const words: Readonly<Record<MoneyTaskName, Words>> = {
  payments: {
    one: '1 payment to confirm',
    many: 'payments to confirm',
    does: 'Check payments',
    to: dashboardPaths.payments,
  },
  refunds: { one: '1 refund to send', many: 'refunds to send', does: 'Send refunds', to: dashboardPaths.payments },
  disputes: {
    one: '1 dispute or refund at a payment provider',
    many: 'disputes or refunds at a payment provider',
    does: 'Review disputes',
    to: dashboardPaths.payments,
  },
  mismatches: {
    one: '1 payment with the wrong amount',
    many: 'payments with the wrong amount',
    does: 'Review payments',
    to: dashboardPaths.payments,
  },
  overdue: {
    one: '1 invoice is overdue',
    many: 'invoices are overdue',
    does: 'View invoices',
    to: withQuery(dashboardPaths.billingDocuments, { status: 'overdue', sort: 'due_asc' }),
  },
  late_fees: {
    one: '1 late fee to apply or waive',
    many: 'late fees to apply or waive',
    does: 'Review late fees',
    to: withQuery(dashboardPaths.billingDocuments, { status: 'overdue', sort: 'due_asc' }),
  },
  bookings: {
    one: '1 new consultation',
    many: 'new consultations',
    does: 'View consultations',
    to: withQuery(dashboardPaths.bookings, { status: 'upcoming' }),
  },
  project_files: {
    one: '1 project has a price but no files',
    many: 'projects have a price but no files',
    does: 'Add files to sell',
    to: dashboardPaths.myProjects,
  },
};

/** Payments and consultations that need attention; renders nothing if there are none. */
export function MoneyTasks({ tasks }: { tasks: readonly MoneyTask[] }) {
  return tasks.map(({ name, total, items }) => {
    const { one, many, does, to } = words[name];
    const [first] = items;
    return (
      <ActionItem key={name} to={(total === 1 && first?.path) || to} does={does}>
        {total === 1 ? one : `${total} ${many}`}
        <span className="meta block">
          {items.map(({ text, path }, place) => (
            <span key={text}>
              {place > 0 && ' · '}
              {path ? <Link to={path}>{text}</Link> : text}
            </span>
          ))}
          {total > items.length && ` · and ${total - items.length} more`}
        </span>
      </ActionItem>
    );
  });
}
