import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { MoneyTask, MoneyTaskName } from '../contract/index.ts';
import { ActionItem } from '#ui/ActionItem.tsx';
import { plural } from '../rules.ts';

const overdueInvoices = withQuery(dashboardPaths.billingDocuments, { status: 'overdue', sort: 'due_asc' });
const upcomingBookings = withQuery(dashboardPaths.bookings, { status: 'upcoming' });

const words: Readonly<Record<MoneyTaskName, readonly [one: string, many: string, does: string, to: string]>> = {
  payments: ['payment to confirm', 'payments to confirm', 'Check payments', dashboardPaths.payments],
  refunds: ['refund to send', 'refunds to send', 'Send refunds', dashboardPaths.payments],
  disputes: [
    'dispute or refund at a payment provider',
    'disputes or refunds at a payment provider',
    'Review disputes',
    dashboardPaths.payments,
  ],
  mismatches: [
    'payment with the wrong amount',
    'payments with the wrong amount',
    'Review payments',
    dashboardPaths.payments,
  ],
  overdue: ['invoice is overdue', 'invoices are overdue', 'View invoices', overdueInvoices],
  late_fees: ['late fee to apply or waive', 'late fees to apply or waive', 'Review late fees', overdueInvoices],
  bookings: ['new consultation', 'new consultations', 'View consultations', upcomingBookings],
  project_files: [
    'project has a price but no files',
    'projects have a price but no files',
    'Add files to sell',
    dashboardPaths.myProjects,
  ],
};

/** Payments and consultations that need attention; renders nothing if there are none. */
export function MoneyTasks({ tasks }: { tasks: readonly MoneyTask[] }) {
  return tasks.map(({ name, total, items }) => {
    const [one, many, does, to] = words[name];
    const [first] = items;
    return (
      <ActionItem key={name} to={(total === 1 && first?.path) || to} does={does}>
        {plural(total, one, many)}
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
