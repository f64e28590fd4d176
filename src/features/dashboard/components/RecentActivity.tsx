import {
  FileText,
  FolderKanban,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  ShieldCheck,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { eventWords } from '#features/security-events/rules.ts';
import { formatInstant } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { Activity } from '../contract/index.ts';
import { moveWords } from '../rules.ts';
import { OverviewPart } from './DashboardSection.tsx';

interface RecentActivityProps {
  items: readonly Activity[];
  /** When it was asked; an instant. */
  now: string;
  /** What is said where nothing has happened. */
  empty: string;
}

/** What happened lately, day by day in the zone of the site, the newest first. */
export function RecentActivity({ items, now, empty }: RecentActivityProps) {
  const { timeZone } = use(siteMetaContext);
  const times = timesIn(timeZone);
  const days = Map.groupBy(items, ({ at }) => formatInstant(at, timeZone));
  const names = new Map([
    [formatInstant(new Date(Date.parse(now) - DAY).toISOString(), timeZone), 'Yesterday'],
    [formatInstant(now, timeZone), 'Today'],
  ]);
  return (
    <OverviewPart
      title="Recent activity"
      note={items.length > 0 && `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`}
    >
      {items.length === 0 && <p className="py-4 text-small text-ink-soft">{empty}</p>}
      {[...days].map(([day, happened]) => (
        <section key={day} aria-label={names.get(day) ?? day} className="mt-5">
          <h3 className="meta font-mono">{names.get(day) ?? day}</h3>
          <ul className="mt-1">
            {happened.map((activity, place) => (
              <Line key={`${activity.at} ${place}`} activity={activity} times={times} />
            ))}
          </ul>
        </section>
      ))}
    </OverviewPart>
  );
}

const DAY = 24 * 3600 * 1000;

/** Hours and minutes in a time zone. */
function timesIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

function Line({ activity, times }: { activity: Activity; times: Intl.DateTimeFormat }) {
  const { icon: Icon, words } = told(activity);
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-3 border-b border-rule py-2.5 text-small leading-snug">
      <time dateTime={activity.at} className="meta tabular-nums">
        {times.format(new Date(activity.at))}
      </time>
      <Icon className="size-4 translate-y-0.5 text-ink-faint" aria-hidden="true" />
      <p className="text-ink-soft [overflow-wrap:anywhere]">{words}</p>
    </li>
  );
}

function told(activity: Activity): { icon: LucideIcon; words: ReactNode } {
  switch (activity.kind) {
    case 'move': {
      const { move, who, byCaller, text } = activity;
      const nobody = move === 'publish' ? 'The site' : 'Somebody';
      return {
        icon: text === 'post' ? FileText : FolderKanban,
        words: (
          <>
            <Who>{byCaller ? 'You' : (who ?? nobody)}</Who> {moveWords[move]} the {text}{' '}
            <Way to={activity.path}>{activity.title || 'Untitled'}</Way>
          </>
        ),
      };
    }
    case 'comment':
      return {
        icon: MessageSquare,
        words: (
          <>
            <Who>{activity.who ?? 'Somebody'}</Who> commented on{' '}
            <Way to={activity.path}>{activity.title || 'Untitled'}</Way>
            {activity.held && <span className="meta"> · waits for you</span>}
          </>
        ),
      };
    case 'order':
      return {
        icon: ReceiptText,
        words: (
          <>
            <Way to={activity.path}>{activity.title}</Way>: {activity.news}
            <span className="meta">
              {' '}
              · {activity.number}
              {activity.who && `, ${activity.who}`}
            </span>
          </>
        ),
      };
    case 'person':
      return {
        icon: UserPlus,
        words: (
          <>
            <Way to={activity.path}>{activity.who}</Way> registered
          </>
        ),
      };
    default:
      return {
        icon: ShieldCheck,
        words: (
          <>
            <Way to={activity.path}>{eventWords[activity.event]}</Way>
            <span className="meta"> · {activity.email ?? 'your account'}</span>
          </>
        ),
      };
  }
}

function Who({ children }: { children: ReactNode }) {
  return <span className="text-ink">{children}</span>;
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-display font-semibold text-ink no-underline hover:text-accent">
      {children}
    </Link>
  );
}
