import type { LucideIcon } from 'lucide-react';
import FileText from 'lucide-react/icons/file-text';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import MessageSquare from 'lucide-react/icons/message-square';
import ReceiptText from 'lucide-react/icons/receipt-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { eventLabels } from '#features/security-events/contract/event-labels.ts';
import { formatDate } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { Activity } from '../contract/index.ts';
import { nameRecentDays, transitionLabels } from '../rules.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';

interface RecentActivityProps {
  items: readonly Activity[];
  /** When it was loaded; an instant. */
  now: string;
  /** Text if there is no activity. */
  empty: string;
}

/** Recent activity by day in the site's time zone, newest first. */
export function RecentActivity({ items, now, empty }: RecentActivityProps) {
  const { timeZone } = use(siteMetaContext);
  const timeFormat = createTimeFormat(timeZone);
  const days = Map.groupBy(items, ({ occurredAt }) => formatDate(occurredAt, timeZone));
  const names = nameRecentDays(now, timeZone);
  return (
    <DashboardSection
      title="Recent activity"
      note={items.length > 0 && `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`}
    >
      {items.length === 0 && <p className="py-4 text-small text-ink-soft">{empty}</p>}
      {[...days].map(([day, activities]) => (
        <section key={day} aria-label={names.get(day) ?? day} className="mt-5">
          <h3 className="meta font-mono">{names.get(day) ?? day}</h3>
          <ul className="mt-1">
            {activities.map((activity, index) => (
              <ActivityItem key={`${activity.occurredAt} ${index}`} activity={activity} times={timeFormat} />
            ))}
          </ul>
        </section>
      ))}
    </DashboardSection>
  );
}

function createTimeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

function ActivityItem({ activity, times }: { activity: Activity; times: Intl.DateTimeFormat }) {
  const { icon: Icon, text } = formatActivity(activity);
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-3 border-b border-rule py-2.5 text-small leading-snug">
      <time dateTime={activity.occurredAt} className="meta tabular-nums">
        {times.format(new Date(activity.occurredAt))}
      </time>
      <Icon className="size-4 translate-y-0.5 text-ink-faint" aria-hidden="true" />
      <p className="text-ink-soft [overflow-wrap:anywhere]">{text}</p>
    </li>
  );
}

function formatActivity(activity: Activity): { icon: LucideIcon; text: ReactNode } {
  switch (activity.kind) {
    case 'content_transition': {
      const { transition, actorName, isOwnAction, contentType } = activity;
      const actor = transition === 'publish' ? 'The site' : 'A deleted user';
      return {
        icon: contentType === 'post' ? FileText : FolderKanban,
        text: (
          <>
            <ActivityActor>{isOwnAction ? 'You' : (actorName ?? actor)}</ActivityActor> {transitionLabels[transition]}{' '}
            the {contentType} <ActivityLink to={activity.path}>{activity.title || 'Untitled'}</ActivityLink>
          </>
        ),
      };
    }
    case 'comment':
      return {
        icon: MessageSquare,
        text: (
          <>
            <ActivityActor>{activity.actorName ?? 'A deleted user'}</ActivityActor> commented on{' '}
            <ActivityLink to={activity.path}>{activity.title || 'Untitled'}</ActivityLink>
            {activity.isHeld && <span className="hint"> · needs approval</span>}
          </>
        ),
      };
    case 'order':
      return {
        icon: ReceiptText,
        text: (
          <>
            <ActivityLink to={activity.path}>{activity.title}</ActivityLink>: {activity.message}
            <span className="hint">
              {' '}
              · {activity.number}
              {activity.actorName && `, ${activity.actorName}`}
            </span>
          </>
        ),
      };
    case 'user_registered':
      return {
        icon: UserPlus,
        text: (
          <>
            <ActivityLink to={activity.path}>{activity.actorName}</ActivityLink> signed up
          </>
        ),
      };
    default:
      return {
        icon: ShieldCheck,
        text: (
          <>
            <ActivityLink to={activity.path}>{eventLabels[activity.event]}</ActivityLink>
            <span className="hint"> · {activity.email ?? 'your account'}</span>
          </>
        ),
      };
  }
}

function ActivityActor({ children }: { children: ReactNode }) {
  return <span className="text-ink">{children}</span>;
}

function ActivityLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-display font-semibold text-ink no-underline hover:text-accent">
      {children}
    </Link>
  );
}
