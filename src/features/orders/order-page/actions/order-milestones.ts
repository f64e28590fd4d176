import { getAmountPaid, type listPayableDocuments } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { OrderStatus } from '../../lifecycle/contract/enums.ts';
import type { OrderMilestone } from '../../lifecycle/contract/order.ts';
import type { OrderRow } from '../../lifecycle/queries/orders.ts';
import { getInvoiceDate, planMilestones, splitBalance } from '../../lifecycle/rules/milestones.ts';
import { restOf } from '../../lifecycle/rules/tax.ts';
import { totalOfShares } from '../../lifecycle/rules/tax-shares.ts';
import { isPartOfPrice } from '../../lifecycle/actions/invoiced-parts.ts';

/** Statuses in which milestones that aren't invoiced will be. */
const HAS_PLAN: ReadonlySet<OrderStatus> = new Set([
  'quoted',
  'agreed',
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
] as const);

/** Returns the agreed parts of the balance: those invoiced, and those that will be, with the rest of each. */
export async function listMilestoneDtos(
  { db }: ApiContext,
  order: OrderRow,
  documents: Awaited<ReturnType<typeof listPayableDocuments>>,
  pathOf: (number: string) => string,
): Promise<OrderMilestone[]> {
  const { milestones, agreedTerms, status } = order;
  if (!milestones) return [];
  const { settings } = agreedTerms;
  const invoiced = documents.filter(isPartOfPrice);
  const rest = status === 'quoted' ? splitBalance(order, settings, []).rest : restOf(order, invoiced);
  const planned = HAS_PLAN.has(status) ? planMilestones(milestones, rest) : [];
  const shown: OrderMilestone[] = [];
  for (const [index, milestone] of milestones.entries()) {
    const { description, dueOn, invoiceId } = milestone;
    const common = { description, dueOn, invoiceOn: getInvoiceDate(milestone, settings).toString() };
    const invoice = documents.find(({ id }) => id === invoiceId);
    const plan = planned.find(one => one.index === index);
    if (invoice) {
      const { total: amount, owed, number } = invoice;
      const isPaid = owed <= 0 && (await getAmountPaid(db, invoice.id)) > 0;
      const state = owed > 0 ? 'invoiced' : isPaid ? 'paid' : 'credited';
      shown.push({ ...common, amount, status: state, invoice: { number, path: pathOf(number) } });
    } else if (plan) {
      shown.push({ ...common, amount: totalOfShares(plan.shares), status: 'planned', invoice: null });
    }
  }
  return shown;
}
