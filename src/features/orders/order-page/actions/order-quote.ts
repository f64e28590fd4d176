import { subtractAmounts } from '#shared/money-arithmetic.ts';
import type { OrderEventRow, OrderRow } from '../../lifecycle/queries/orders.ts';
import { allowsInstallments, splitDeposit } from '../../lifecycle/rules/prices.ts';
import type { OrderSnapshot } from '../../lifecycle/rules/summary.ts';
import { nameTaxes } from '../../lifecycle/rules/tax.ts';
import { sha256Hex } from '../../lifecycle/actions/create-agreement.ts';
import { listOptions } from '../../quotes/rules/quote-lines.ts';
import {
  type chooseOptions,
  formatMilestoneRules,
  formatQuoteAgreement,
  getDeliveryDays,
} from '../../quotes/rules/quotes.ts';

/** Returns the quote of an order as both parties see it; null if there is none or it is answered. */
export function toQuoteDto(
  order: OrderRow & ReturnType<typeof chooseOptions>,
  chosen: readonly number[],
  items: readonly { readonly label: string }[],
  events: readonly OrderEventRow[],
) {
  const { status, quoteExpiresOn, total, currency, agreedTerms, offerSnapshot } = order;
  if ((status !== 'quoted' && status !== 'expired') || quoteExpiresOn === null) return null;
  const labels = items.map(({ label }) => label);
  const agreement = formatQuoteAgreement(order, labels);
  return {
    version: events.filter(({ transition }) => transition === 'send_quote').length,
    expiresOn: quoteExpiresOn,
    note: order.quoteNote,
    options: nameTaxes(order.quoteLines ? listOptions(order.quoteLines) : [], order).map((option, index) => ({
      ...option,
      isChosen: chosen.includes(index),
    })),
    ...getDeposit(order, agreedTerms.settings),
    milestoneRules: order.milestones && formatMilestoneRules(agreedTerms.settings),
    allowsInstallments: allowsInstallments({ minor: total, currency }, agreedTerms.settings),
    deliveryDays: getDeliveryDays(order),
    supportDays: offerSnapshot.supportDays,
    agreement,
    agreementHash: sha256Hex(agreement),
  };
}

/** Returns the quote that a history entry records; null for other entries. */
export function toQuoteEventDto({ transition, details }: OrderEventRow) {
  const { version, amount: total, text } = details;
  if (transition !== 'send_quote' || version === undefined || total === undefined || text === undefined) return null;
  return { version, total, text };
}

/** Returns the deposit of a quote and the rest of its total. */
function getDeposit(order: Pick<OrderRow, 'lineItems' | 'tax' | 'total'>, settings: OrderSnapshot['settings']) {
  const { deposit } = splitDeposit(order, settings);
  return { deposit, balance: subtractAmounts(order.total, deposit) };
}
