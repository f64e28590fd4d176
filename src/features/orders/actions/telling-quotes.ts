import type { Order } from '../contract/reading.ts';
import type { ContentItemRow, EventRow, OrderRow } from '../queries/orders.ts';
import { allowsInstallments, depositAndBalance } from '../rules/prices.ts';
import { deliveryDaysOf, quoteText } from '../rules/quotes.ts';
import { hashOf } from './agreements.ts';

/** The quote of an order as both sides read it; null before there is one, and once it is answered. */
export function tellQuote(
  order: OrderRow,
  items: readonly ContentItemRow[],
  events: readonly EventRow[],
): Order['quote'] {
  const { state, quoteUntil, total, currency, terms, subject } = order;
  if ((state !== 'quoted' && state !== 'expired') || quoteUntil === null) return null;
  const agreement = quoteText(
    order,
    items.map(({ label }) => label),
  );
  return {
    version: events.filter(({ move }) => move === 'quote').length,
    until: quoteUntil,
    note: order.quoteNote,
    ...depositAndBalance(order, terms.figures),
    allowsInstallments: allowsInstallments({ minor: total, currency }, terms.figures),
    deliveryDays: deliveryDaysOf(order),
    supportDays: subject.supportDays,
    agreement,
    agreementHash: hashOf(agreement),
  };
}

/** Where an entry of the log is a quote: which one, what it came to, and what it said. */
export function tellQuoteEvent({ move, details }: EventRow): Order['events'][number]['quote'] {
  const { version, amount: total, text } = details;
  if (move !== 'quote' || version === undefined || total === undefined || text === undefined) return null;
  return { version, total, text };
}
