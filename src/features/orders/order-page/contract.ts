import { z } from 'zod';
import {
  plainDate,
  defineEndpoints,
  emptyInput,
  instant,
  searchTerm,
  createPageSchema,
  money,
  pagedBy,
  rowNumber,
  streamedFile,
} from '#shared/contract.ts';
import { periodFilter } from '#features/billing/contract/document-list.ts';
import { orderKinds, orderStages, orderStatuses } from '../lifecycle/contract/enums.ts';
import { orderReferenceSchema } from '../lifecycle/contract/endpoints.ts';
import { orderSchema } from '../lifecycle/contract/order.ts';

const amount = money.shape.minor;

/** Indexes of options in a query, such as "0,2". */
const optionsParam = z
  .string()
  .regex(/^\d{1,2}(?:,\d{1,2}){0,19}$/, 'Enter the numbers of options, such as 0,2.')
  .transform(text => text.split(',').map(Number));

/** The first is the default. */
export const orderSorts = ['newest', 'oldest', 'total_asc', 'total_desc', 'client_asc', 'client_desc'] as const;

export const orderFilter = z.strictObject({
  search: searchTerm.optional(),
  stage: z.enum(orderStages, `Choose one of: ${orderStages.join(', ')}.`).optional(),
  kind: z.enum(orderKinds, `Choose one of: ${orderKinds.join(', ')}.`).optional(),
  /** `active` are the subscriptions that are invoiced each month. */
  subscription: z.literal('active', 'Choose active.').optional(),
  currency: periodFilter.currency,
  sort: z.enum(orderSorts, `Sort by one of: ${orderSorts.join(', ')}.`).prefault('newest'),
});
export type OrderFilter = z.infer<typeof orderFilter>;
const orderQuery = orderFilter.extend({
  ...pagedBy(rowNumber, 25),
  /** `omit` skips the sums, which cost as much as the list. */
  totals: z.enum(['include', 'omit'], 'Choose include or omit.').default('include'),
});
export type OrderQuery = z.infer<typeof orderQuery>;

const orderRow = z.object({
  number: z.int(),
  title: z.string(),
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  /** Whether the terms and the price include a deposit; without one, `deposit_paid` means that the order is agreed. */
  hasDeposit: z.boolean(),
  clientName: z.string(),
  clientEmail: z.string(),
  isUrgent: z.boolean(),
  currency: z.string(),
  total: amount,
  /** Invoiced but not paid. */
  amountDue: amount,
  placedAt: instant,
});
export type OrderListItem = z.infer<typeof orderRow>;

/** Sums of orders in one currency. */
const totals = z.object({ currency: z.string(), total: amount, paid: amount, amountDue: amount });
export type OrderTotals = z.infer<typeof totals>;

/** The monthly price of all active subscriptions in one currency. */
const recurringRevenue = z.object({ currency: z.string(), monthly: amount, count: z.int() });
export type RecurringRevenue = z.infer<typeof recurringRevenue>;

const { publicEndpoint, memberEndpoint, ownerEndpoint } = defineEndpoints('orders');

export const ordersReadContract = {
  listOrders: memberEndpoint('GET /orders', 'List your orders, or all orders for the owner, with totals per currency')
    .input(orderQuery)
    .output(createPageSchema(orderRow).extend({ totals: z.array(totals) })),
  exportOrders: memberEndpoint('GET /orders.csv', 'Export the filtered orders as CSV', {
    outputStructure: 'detailed',
  })
    .input(orderFilter)
    .output(streamedFile),
  getRecurringRevenue: ownerEndpoint('GET /recurring-revenue', 'Get the monthly price of the active subscriptions')
    .input(emptyInput)
    .output(z.object({ items: z.array(recurringRevenue) })),
  getOrder: publicEndpoint(
    'GET /orders/{order}',
    'Get an order with its details; “asOf” previews it on a later day, “options” its open quote with these options',
  )
    .input(orderReferenceSchema.extend({ asOf: plainDate.optional(), options: optionsParam.optional() }))
    .output(orderSchema),
};
