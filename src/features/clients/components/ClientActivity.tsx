import type { LucideIcon } from 'lucide-react';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Eraser from 'lucide-react/icons/eraser';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import MessageSquare from 'lucide-react/icons/message-square';
import Package from 'lucide-react/icons/package';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Undo2 from 'lucide-react/icons/undo-2';
import Wallet from 'lucide-react/icons/wallet';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { SiteMoment } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { UnbrokenNumbers } from '#ui/UnbrokenNumbers.tsx';
import {
  ACTIVITY_STEP,
  type ActivityGroup,
  activityGroups,
  type ActivityKind,
  MAX_ACTIVITY,
} from '../contract/constants.ts';
import type { ActivityEntry } from '../contract/index.ts';
import { activityGroupLabels } from '../rules/labels.ts';

const icons: Readonly<Record<ActivityKind, LucideIcon>> = {
  order: Package,
  quote: FileText,
  booking: CalendarDays,
  invoice: ReceiptText,
  credit_note: Undo2,
  payment: Wallet,
  write_off: Eraser,
  credit: ArrowRightLeft,
  message: MessageSquare,
  email: Mail,
};

interface ClientActivityProps {
  /** The client's ID. */
  client: number;
  activity: { readonly entries: readonly ActivityEntry[]; readonly hasMore: boolean };
  /** The group shown; all without one. */
  group: ActivityGroup | undefined;
}

/** Renders a client's timeline, newest first. */
export function ClientActivity({ client, activity: { entries, hasMore }, group }: ClientActivityProps) {
  const path = dashboardPaths.client(client);
  return (
    <section aria-label="Activity" className="min-w-0">
      <h2 className="border-t border-rule-strong pt-4 text-h4">Activity</h2>
      <nav aria-label="Show" className="mt-2 flex flex-wrap gap-x-5">
        {[undefined, ...activityGroups].map(name => (
          <Link
            key={name ?? 'all'}
            to={withQuery(path, { show: name })}
            preventScrollReset
            aria-current={name === group ? 'true' : undefined}
            className="inline-flex min-h-11 items-center text-small text-ink-soft no-underline hover:text-accent aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline"
          >
            {name ? activityGroupLabels[name] : 'Everything'}
          </Link>
        ))}
      </nav>
      {entries.length === 0 && (
        <p className="mt-4 text-small text-ink-soft">
          {group ? 'Nothing of this kind yet.' : 'No activity yet. Orders, invoices, payments and emails appear here.'}
        </p>
      )}
      <ol className="mt-2">
        {entries.map((entry, index) => (
          <Entry key={`${entry.kind} ${entry.path} ${index}`} entry={entry} />
        ))}
      </ol>
      {entries.some(({ hasUnverifiedEmail }) => hasUnverifiedEmail) && (
        <p className="hint mt-4">
          <strong className="font-semibold">Email not verified:</strong> the client didn’t use an account that confirmed
          the address, so anyone could have typed it.
        </p>
      )}
      {hasMore && entries.length < MAX_ACTIVITY && (
        <Link
          className="button mt-6"
          to={withQuery(path, { show: group, limit: Math.min(entries.length + ACTIVITY_STEP, MAX_ACTIVITY) })}
          preventScrollReset
        >
          Show more
        </Link>
      )}
    </section>
  );
}

function Entry({ entry: { kind, at, title, detail, path, amount, hasUnverifiedEmail } }: { entry: ActivityEntry }) {
  const Icon = icons[kind];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-rule py-2.5">
      <Icon className="mt-1 size-4 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0">
        <Link className="no-underline [overflow-wrap:anywhere] hover:text-accent" to={path}>
          <UnbrokenNumbers text={title} />
        </Link>
        <MetaLine items={[<SiteMoment key="at" instant={at} />, detail, hasUnverifiedEmail && 'Email not verified']} />
      </div>
      {amount && (
        <span className="font-mono text-small whitespace-nowrap tabular-nums">
          {formatMoney(amount, { exact: true })}
        </span>
      )}
    </li>
  );
}
