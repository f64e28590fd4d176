import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { Badge } from '#ui/Badge.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import type { ListedDraft } from '../contract/index.ts';
import { intervalLabels } from '../rules/labels.ts';

export const loader = pageLoader(({ api }) => api.invoicing.listDrafts());

/** Lists drafts and recurring invoices on the page of all invoices. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const drafts = items.filter(({ schedule }) => !schedule);
  const recurring = items.filter(({ schedule }) => schedule);
  return (
    <>
      <DraftList title="Drafts" drafts={drafts} />
      <DraftList title="Recurring invoices" drafts={recurring} />
    </>
  );
}

function DraftList({ title, drafts }: { title: string; drafts: readonly ListedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="border-t border-rule-strong pt-3 text-h4">{title}</h2>
      <ul className="mt-1">
        {drafts.map(draft => (
          <DraftItem key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function DraftItem({ draft: { id, clientName, description, total, schedule, updatedAt } }: { draft: ListedDraft }) {
  return (
    <li className="group relative flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2.5">
      <div className="min-w-0">
        <Link
          className="stretched-link font-display text-small font-semibold no-underline [overflow-wrap:anywhere] group-hover:text-accent"
          to={dashboardPaths.invoiceDraft(id)}
        >
          {clientName}
        </Link>
        <MetaLine
          items={[
            description,
            schedule ? intervalLabels[schedule.repeats] : <DateTime key="at" instant={updatedAt} />,
            schedule && schedule.nextOn !== null && !schedule.isPaused && `next on ${formatPlainDate(schedule.nextOn)}`,
          ]}
        />
      </div>
      <span className="flex items-center gap-4">
        {schedule && <ScheduleBadge schedule={schedule} />}
        <span className="font-mono text-small whitespace-nowrap tabular-nums">
          {total ? formatMoney(total, { exact: true }) : 'Incomplete'}
        </span>
      </span>
    </li>
  );
}

function ScheduleBadge({ schedule }: { schedule: NonNullable<ListedDraft['schedule']> }) {
  if (schedule.problem !== null) return <Badge tone="danger">Needs attention</Badge>;
  if (schedule.isPaused) return <Badge tone="muted">Paused</Badge>;
  return schedule.nextOn === null ? <Badge tone="muted">Ended</Badge> : <Badge tone="active">Active</Badge>;
}
