import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NewsletterTasks } from '#features/newsletter/browser.ts';
import { getOrderStatusLabel } from '#features/orders/browser.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { ActionItem } from '#ui/ActionItem.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import type { MoneyTaskName } from '../contract/index.ts';
import { LIST_LIMIT } from './OwnEntries.tsx';

/** Milliseconds after which a failing mail server triggers a warning. */
const HOUR_MS = 3_600_000;

/** Waits for all values of an object. */
async function awaitAll<Values extends object>(values: Values) {
  const entries = Object.entries(values).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof Values]: Awaited<Values[Name]> };
}

/** Loads the data that only the owner sees. */
export async function loadOwnerDashboard(api: Api) {
  const found = await awaitAll({
    setUp: api.dashboard.getSetupChecklist(),
    money: api.dashboard.listMoneyTasks(),
    moneySummary: api.billing.getMoneySummary(),
    messages: api.contact.getInboxCounts(),
    week: api.insights.getWeek(),
    toReview: api.blog.listDrafts({ status: 'in_review', author: 'others', pageSize: LIST_LIMIT }),
    projectsToReview: api.projects.listDrafts({ status: 'in_review', author: 'others', pageSize: LIST_LIMIT }),
    comments: api.comments.getModerationCounts(),
    testimonials: api.testimonials.listTestimonials(),
    failed: api.email.list({ state: 'failed', pageSize: LIST_LIMIT }),
    queued: api.email.list({ state: 'queued', pageSize: 1 }),
    delivery: api.email.getDeliveryStatus(),
    calendar: api.calendar.getToday(),
    paused: api.newsletter.listIssues({ state: 'paused', pageSize: LIST_LIMIT }),
    scheduled: api.newsletter.listIssues({ state: 'scheduled', pageSize: LIST_LIMIT }),
    damaged: api.media.listDamagedFiles(),
    failing: api.status.listFailing(),
  });
  const { money, testimonials, queued, paused, scheduled, ...rest } = found;
  const { failingSince } = rest.delivery;
  return {
    ...rest,
    money: money.items,
    testimonials: testimonials.items.filter(({ status }) => status === 'pending'),
    newsletters: { paused: paused.items, scheduled: scheduled.items },
    waitingMails: queued.total,
    isMailFailing: failingSince !== null && Date.parse(failingSince) <= Date.now() - HOUR_MS,
  };
}

const overdueInvoices = withQuery(dashboardPaths.billingDocuments, { status: 'overdue', sort: 'due_asc' });
const upcomingBookings = withQuery(dashboardPaths.bookings, { status: 'upcoming' });

const moneyTexts: Readonly<
  Record<MoneyTaskName, readonly [one: string, many: string, buttonLabel: string, to: string]>
> = {
  payments: ['payment to confirm', 'payments to confirm', 'Confirm payments', dashboardPaths.payments],
  refunds: ['refund to send', 'refunds to send', 'Send refunds', dashboardPaths.payments],
  disputes: [
    'dispute or provider refund to review',
    'disputes or provider refunds to review',
    'Review disputes',
    dashboardPaths.payments,
  ],
  mismatches: [
    'payment with the wrong amount',
    'payments with the wrong amount',
    'Review payments',
    dashboardPaths.payments,
  ],
  overdue: ['overdue invoice', 'overdue invoices', 'View invoices', overdueInvoices],
  late_fees: ['late fee to apply or waive', 'late fees to apply or waive', 'Review late fees', overdueInvoices],
  recurring_invoices: [
    'recurring invoice that couldn’t be issued',
    'recurring invoices that couldn’t be issued',
    'View invoices',
    dashboardPaths.billingDocuments,
  ],
  e_invoices: [
    'email without its e-invoice',
    'emails without their e-invoices',
    'View invoices',
    dashboardPaths.billingDocuments,
  ],
  bookings: ['new booking', 'new bookings', 'View bookings', upcomingBookings],
  project_files: [
    'project for sale without files',
    'projects for sale without files',
    'Add files',
    dashboardPaths.myProjects,
  ],
};

type OrderPage = Awaited<ReturnType<Api['orders']['listOrders']>>;

interface OwnerActionItemsProps {
  today: Awaited<ReturnType<typeof loadOwnerDashboard>>;
  orders: OrderPage;
}

/** Lists the items that need the owner's attention, or says that there are none. */
export function OwnerActionItems({ today, orders }: OwnerActionItemsProps) {
  const { money, newsletters, messages, toReview, projectsToReview, comments, testimonials } = today;
  const { damaged, failed, failing, waitingMails, delivery, isMailFailing } = today;
  const moneyTasks = money.map(({ name, total, items }): Task => {
    const [one, many, buttonLabel, to] = moneyTexts[name];
    return {
      id: name,
      count: total,
      to: (total === 1 && items[0]?.path) || to,
      buttonLabel,
      text: totalText(total, [one, many]),
      note: (
        <span className="hint block">
          {items.map(({ text, path }, index) => (
            <span key={text}>
              {index > 0 && ' · '}
              {path ? <Link to={path}>{text}</Link> : text}
            </span>
          ))}
          {total > items.length && ` · and ${total - items.length} more`}
        </span>
      ),
    };
  });
  const inReview = { status: 'in_review', author: 'others' };
  const byAuthor = ({ items }: typeof toReview | typeof projectsToReview) =>
    items.map(({ title, authorName }) => `${title} (${authorName})`);
  const unread = messages.unread > 0 ? `, ${messages.unread} unread in your inbox` : '';
  const reviews: Task[] = [
    {
      id: 'messages',
      count: messages.pending,
      to: withQuery(dashboardPaths.inbox, { state: 'new' }),
      buttonLabel: 'Open inbox',
      text: `${totalText(messages.pending, ['message', 'messages'])} to answer${unread}`,
      names: messages.names,
    },
    {
      id: 'posts',
      count: toReview.total,
      to: withQuery(dashboardPaths.myBlogs, inReview),
      buttonLabel: 'Review posts',
      text: `${totalText(toReview.total, ['post', 'posts'])} to review`,
      names: byAuthor(toReview),
    },
    {
      id: 'projects',
      count: projectsToReview.total,
      to: withQuery(dashboardPaths.myProjects, inReview),
      buttonLabel: 'Review projects',
      text: `${totalText(projectsToReview.total, ['project', 'projects'])} to review`,
      names: byAuthor(projectsToReview),
    },
    {
      id: 'comments',
      count: comments.pending,
      to: withQuery(dashboardPaths.comments, { state: 'pending' }),
      buttonLabel: 'Review comments',
      text: `${totalText(comments.pending, ['comment', 'comments'])} to approve`,
      note: <span className="hint block">Only the author can see a comment until you approve it.</span>,
    },
    {
      id: 'reports',
      count: comments.reported,
      to: withQuery(dashboardPaths.comments, { state: 'reported' }),
      buttonLabel: 'Review reports',
      text: `${totalText(comments.reported, ['comment', 'comments'])} reported by readers`,
    },
    {
      id: 'testimonials',
      count: testimonials.length,
      to: dashboardPaths.testimonials,
      buttonLabel: 'Review testimonials',
      text: `${totalText(testimonials.length, ['testimonial', 'testimonials'])} to approve`,
      names: testimonials.map(({ name }) => name),
    },
  ];
  const { failingSince, lastError, status } = delivery;
  const failures: Task[] = [
    {
      id: 'files',
      count: damaged.total,
      to: dashboardPaths.media,
      buttonLabel: 'Open media library',
      text: `${totalText(damaged.total, ['file', 'files'])} missing or damaged`,
      note: <span className="hint block">Restore each file from a backup, or upload it again.</span>,
      names: damaged.items.map(({ name }) => name),
    },
    {
      id: 'mail server',
      count: Number(isMailFailing),
      to: dashboardPaths.outbox,
      buttonLabel: 'Open email log',
      text: <>Your mail server hasn’t accepted any email since {failingSince && <DateTime instant={failingSince} />}</>,
      note: (
        <span className="hint block">
          Last error: {lastError}. {totalText(waitingMails, ['email', 'emails'])} waiting.
        </span>
      ),
    },
    {
      id: 'failed emails',
      count: failed.total,
      to: withQuery(dashboardPaths.outbox, { state: 'failed' }),
      buttonLabel: 'Open email log',
      text: `${totalText(failed.total, ['email', 'emails'])} couldn’t be delivered`,
      names: failed.items.map(mail => `${mail.subject} (${mail.to.email})`),
    },
    {
      id: 'stored emails',
      count: status === 'not_configured' ? waitingMails : 0,
      to: withQuery(dashboardPaths.outbox, { state: 'queued' }),
      buttonLabel: 'Open email log',
      text: `${totalText(waitingMails, ['email', 'emails'])} not sent`,
      note: <span className="hint block">Connect a mail server to send them.</span>,
    },
  ];
  // Two of the checks have a line above with more details.
  const listed = [isMailFailing && 'email', damaged.total > 0 && 'files'];
  const checks = failing.items.filter(({ name }) => !listed.includes(name));
  failures.push(
    ...checks.map(({ name, label, message }) => ({
      id: `check ${name}`,
      count: 1,
      to: dashboardPaths.status,
      buttonLabel: 'View status',
      text: `Failing: ${label}`,
      note: <span className="hint block">{message}</span>,
    })),
  );
  const waiting = [
    money.length,
    orders.total,
    newsletters.paused.length,
    ...[...reviews, ...failures].map(task => task.count),
  ];
  return (
    <DashboardSection title="Needs attention">
      {waiting.every(count => count === 0) && <p className="py-4 text-small text-ink-soft">You’re all caught up.</p>}
      <ul>
        <TaskItems tasks={moneyTasks} />
        <OrdersActionItem orders={orders} to={withQuery(dashboardPaths.orders, { stage: 'waiting_on_owner' })} />
        <TaskItems tasks={reviews} />
        <NewsletterTasks {...newsletters} />
        <TaskItems tasks={failures} />
      </ul>
    </DashboardSection>
  );
}

/** One kind of task; shown if its count isn't zero. */
interface Task {
  readonly id: string;
  readonly count: number;
  readonly to: string;
  /** Label of the button. */
  readonly buttonLabel: string;
  readonly text: ReactNode;
  readonly note?: ReactNode;
  /** The first few of them, on one line. */
  readonly names?: readonly string[];
}

function TaskItems({ tasks }: { tasks: readonly Task[] }) {
  return tasks
    .filter(({ count }) => count > 0)
    .map(({ id, to, buttonLabel, text, note, names }) => (
      <ActionItem key={id} to={to} action={buttonLabel}>
        {text}
        {note}
        {names && <span className="hint block truncate">{names.join(' · ')}</span>}
      </ActionItem>
    ));
}

/** Links to the orders waiting for the user. */
export function OrdersActionItem({ orders: { total, items }, to }: { orders: OrderPage; to: string }) {
  if (total === 0) return null;
  const [first] = items;
  return (
    <ActionItem
      to={total === 1 && first ? dashboardPaths.order(first.number) : to}
      action={total === 1 ? 'View order' : 'View orders'}
    >
      {totalText(total, ['order', 'orders'])} waiting for you
      <span className="hint block truncate">
        {items.map(order => `${order.number} ${order.title} (${getOrderStatusLabel(order)})`).join(' · ')}
      </span>
    </ActionItem>
  );
}
