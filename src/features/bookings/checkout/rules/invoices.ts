import type { UnissuedDocument as WithAddress } from '#features/billing/rules/documents.ts';
import { calculateTotals } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { BookingTax } from '../../lifecycle/contract/tax-snapshot.ts';

type Unissued = Omit<WithAddress, 'paymentUrl'>;

export interface BookingInvoiceInput {
  readonly id: number;
  readonly title: string;
  readonly clientName: string;
  readonly clientEmail: string;
  readonly quantity: number;
  readonly unitPrice: MinorUnits;
  readonly tax: BookingTax;
  readonly currency: string;
  /** The formatted date and time. */
  readonly when: string;
}

/** Returns the tax in a booking's price; null without one. */
export function taxOfBooking({
  quantity,
  unitPrice,
  tax,
}: Pick<BookingInvoiceInput, 'quantity' | 'unitPrice' | 'tax'>) {
  const { name, basisPoints, behavior } = tax;
  if (basisPoints === 0) return null;
  const { taxAmount: amount } = calculateTotals({
    lineItems: [{ quantity, unitAmount: unitPrice }],
    taxBehavior: behavior,
    tax,
  });
  return { name, basisPoints, isIncluded: behavior === 'inclusive', amount };
}

/** Builds the invoice for a consultation in full. It is due the same day, because the time is held for minutes only. */
export function buildBookingInvoice(
  booking: BookingInvoiceInput,
  day: Temporal.PlainDate,
  terms: Unissued['terms'],
  issuer: Pick<Unissued, 'issuer' | 'paymentInstructions'>,
): Unissued {
  const { id, title, when, quantity, unitPrice, tax } = booking;
  return {
    ...issuer,
    kind: 'invoice',
    dueOn: day.toString(),
    client: { name: booking.clientName, email: booking.clientEmail, addressLines: [], taxId: null },
    order: { orderNumber: `Consultation ${id}`, title },
    lineItems: [{ description: title, detail: when, quantity, unitAmount: unitPrice, term: null }],
    taxBehavior: tax.behavior,
    tax: { name: tax.name, basisPoints: tax.basisPoints },
    amountPaid: ZERO,
    currency: booking.currency,
    reference: null,
    terms,
  };
}
