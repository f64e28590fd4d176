import { issueDocument, type IssueContext } from '#features/billing/index.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf, maxDate } from '#shared/dates.ts';
import { type OrderRow, updateOrder } from '../queries/orders.ts';
import { buildInvoice, type IssuedPart } from '../rules/build-invoice.ts';
import { listDueMilestones, type PlannedMilestone, planMilestones } from '../rules/milestones.ts';
import { restOf } from '../rules/tax.ts';
import { getInvoiceParties } from './invoice-parties.ts';
import { listInvoiced, toIssuedPart } from './invoiced-parts.ts';

/**
 * Issues the invoices of an order's milestones that are due for sending and returns their number; the caller holds the
 * order's lock. Missed days are caught up; repeated runs add nothing.
 */
export async function issueDueMilestones(tx: Transaction, issuing: IssueContext, order: OrderRow): Promise<number> {
  if (!order.milestones?.some(({ invoiceId }) => invoiceId === null)) return 0;
  const earlier = await listInvoiced(tx, order.id);
  const today = dayOf(issuing.now, issuing.timeZone);
  const planned = planMilestones(order.milestones, restOf(order, earlier));
  const due = listDueMilestones(planned, order.status, order.agreedTerms.settings, today);
  if (due.length > 0) await issueMilestones(tx, issuing, order, due, { earlier });
  return due.length;
}

/**
 * Issues the invoices of milestones, each due on its agreed date, or today if that has passed. Returns all invoices of
 * the order; `earlier` are those so far.
 */
export async function issueMilestones(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  planned: readonly PlannedMilestone[],
  { earlier, servicePeriod }: { readonly earlier: readonly IssuedPart[] } & Pick<BillingDocument, 'servicePeriod'>,
): Promise<IssuedPart[]> {
  const milestones = [...(order.milestones ?? [])];
  const issued = [...earlier];
  const today = dayOf(issuing.now, issuing.timeZone);
  const parties = await getInvoiceParties(tx, order);
  for (const { index, shares, description, dueOn: agreedOn } of planned) {
    const dueOn = maxDate(Temporal.PlainDate.from(agreedOn), today);
    const part = { number: index + 1, of: milestones.length, description };
    const plan = { kind: 'milestone', shares, dueOn, part, servicePeriod } as const;
    const { id, content } = await issueDocument(tx, issuing, buildInvoice(order, plan, parties, issued), {
      orderId: order.id,
    });
    issued.push(toIssuedPart(content));
    milestones.splice(index, 1, { ...milestones[index], invoiceId: id } as (typeof milestones)[number]);
  }
  await updateOrder(tx, order.id, { milestones, updatedAt: toDate(issuing.now) });
  return issued;
}
