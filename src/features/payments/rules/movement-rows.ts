import type { DecimalCell } from '#platform/text/csv.ts';
import { toDecimalString, type MinorUnits } from '#shared/money.ts';
import type { MovementKind, PaymentMethod, PaymentStatus } from '../contract/enums.ts';
import { paymentMethodLabels } from './methods.ts';
import { sentOf } from './sent.ts';
import { paymentStatusLabels } from './labels.ts';

export const MOVEMENT_HEADING = [
  'Date',
  'Type',
  'Document',
  'Client',
  'Method',
  'State',
  'Amount',
  'Currency',
  'Reference',
  'Sender',
  'Requested',
  'Began',
  'Sent amount',
  'Sent currency',
  'Exchange rate',
  'Rate date',
];

const kindLabels: Readonly<Record<MovementKind, string>> = {
  payment: 'Payment',
  system: 'Refund',
  provider: 'Refund at the provider',
  dispute: 'Dispute',
  reinstated: 'Dispute won',
};

/** A payment, or money refunded, disputed or won back; `amount` is what it added to what was kept, in minor units. */
export interface Movement {
  readonly kind: MovementKind;
  readonly amount: MinorUnits;
  readonly at: Date;
  readonly reference: string | null;
  readonly number: string;
  readonly client: string;
  readonly payment: {
    readonly method: PaymentMethod;
    readonly status: PaymentStatus;
    readonly amount: MinorUnits;
    readonly currency: string;
    readonly sender: string | null;
    readonly sentAmount: MinorUnits | null;
    readonly sentCurrency: string | null;
    readonly exchangeRate: string | null;
    readonly exchangeOn: string | null;
    readonly createdAt: Date;
  };
}

/** Returns the cells of a row of the table of payments; the column "Amount" sums to what was kept of each currency. */
export function movementCells(movement: Movement): (string | DecimalCell)[] {
  const { kind, amount, at, reference, number, client, payment } = movement;
  const { method, status, currency, sender, createdAt } = payment;
  const isPayment = kind === 'payment';
  const sent = sentOf(payment);
  const decimal = (minor: MinorUnits) => ({ decimal: toDecimalString({ minor, currency }) });
  return [
    at.toISOString(),
    kindLabels[kind],
    number,
    client,
    paymentMethodLabels[method],
    isPayment ? paymentStatusLabels[status] : '',
    decimal(amount),
    currency,
    reference ?? '',
    isPayment ? (sender ?? '') : '',
    isPayment ? decimal(payment.amount) : '',
    createdAt.toISOString(),
    ...(isPayment && sent
      ? [
          { decimal: toDecimalString({ minor: sent.amount, currency: sent.currency }) },
          sent.currency,
          { decimal: sent.rate },
          sent.on,
        ]
      : ['', '', '', '']),
  ];
}
