import type { Order } from '../../lifecycle/contract/order.ts';
import type { OrderEventRow, OrderRow } from '../../lifecycle/queries/orders.ts';
import { allowsInstallments, splitDeposit } from '../../lifecycle/rules/prices.ts';
import { getDeliveryDays, formatQuoteAgreement } from '../rules/quotes.ts';
import { sha256Hex } from '../../lifecycle/actions/create-agreement.ts';

/** Returns the quote of an order as both parties see it; null if there is none or it is answered. */
export function toQuoteDto(
  order: OrderRow,
  items: readonly { readonly label: string }[],
  events: readonly OrderEventRow[],
): Order['quote'] {
  const { status, quoteExpiresOn, total, currency, agreedTerms, offerSnapshot } = order;
  if ((status !== 'quoted' && status !== 'expired') || quoteExpiresOn === null) return null;
  const agreement = formatQuoteAgreement(
    order,
    items.map(({ label }) => label),
  );
  return {
    version: events.filter(({ transition }) => transition === 'send_quote').length,
    expiresOn: quoteExpiresOn,
    note: order.quoteNote,
    ...splitDeposit(order, agreedTerms.settings),
    allowsInstallments: allowsInstallments({ minor: total, currency }, agreedTerms.settings),
    deliveryDays: getDeliveryDays(order),
    supportDays: offerSnapshot.supportDays,
    agreement,
    agreementHash: sha256Hex(agreement),
  };
}

/** Returns the quote that a history entry records; null for other entries. */
export function toQuoteEventDto({ transition, details }: OrderEventRow): Order['events'][number]['quote'] {
  const { version, amount: total, text } = details;
  if (transition !== 'send_quote' || version === undefined || total === undefined || text === undefined) return null;
  return { version, total, text };
}
