import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { formatDueDate, formatPlainDate } from '#shared/time.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import type { OrderMilestone } from '../../lifecycle/contract/order.ts';

const ROW = 'grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-2.5';

interface MilestoneListProps {
  milestones: readonly OrderMilestone[];
  currency: string;
  today: string;
}

/** Lists the milestones of an agreed order, each with its state and dates, linked to its invoice. */
export function MilestoneList({ milestones, currency, today }: MilestoneListProps) {
  const { pathname: back } = useLocation();
  if (milestones.length === 0) return null;
  return (
    <ul aria-label="Milestones">
      {milestones.map(({ description, amount, dueOn, status, invoiceOn, invoice }, index) => (
        <li key={index} className="border-t border-rule">
          <RowLink href={invoice && withQuery(invoice.path, { back })}>
            <div className="min-w-0 text-small">
              <span className="[overflow-wrap:anywhere]">{description}</span>
              <MetaLine
                items={[
                  status,
                  status === 'invoiced' ? formatDueDate(dueOn, today) : `due ${formatPlainDate(dueOn)}`,
                  status === 'planned' ? `invoice on ${formatPlainDate(invoiceOn)}` : invoice?.number,
                ]}
              />
            </div>
            <span className="font-mono text-small tabular-nums">
              {formatMoney({ minor: amount, currency }, { exact: true })}
            </span>
          </RowLink>
        </li>
      ))}
    </ul>
  );
}

/** Renders a row, as a link once there is an invoice. */
function RowLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <div className={ROW}>{children}</div>;
  return (
    <a className={`${ROW} no-underline hover:text-accent`} href={href}>
      {children}
    </a>
  );
}
