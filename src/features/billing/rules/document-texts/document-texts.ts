import type { BillingDocumentKind } from '../../contract/documents.ts';
import type { TaxCategory } from '../../contract/tax-categories.ts';
import type { LineUnit } from '../../contract/units.ts';

/** The texts of documents in one language. Names in braces are replaced by `fillText`. */
export interface DocumentTexts {
  /** For dates and numbers (BCP 47). */
  readonly locale: string;
  readonly kinds: Readonly<Record<BillingDocumentKind, string>>;
  /** Labels of the due date, of the amount due and of the referenced document. */
  readonly due: string;
  readonly validUntil: string;
  readonly amountDue: string;
  readonly credit: string;
  readonly balance: string;
  readonly refersTo: string;
  readonly appliesTo: string;
  readonly overdueInvoice: string;
  readonly paymentFor: string;
  readonly from: string;
  readonly billTo: string;
  readonly number: string;
  readonly issued: string;
  readonly order: string;
  /** The order number of a consultation. */
  readonly consultation: string;
  readonly paid: string;
  readonly credited: string;
  readonly writtenOff: string;
  readonly taxId: string;
  readonly buyerReference: string;
  readonly deliveryDate: string;
  readonly servicePeriod: string;
  /** Label of the days that a statement covers. */
  readonly statementPeriod: string;
  readonly period: string;
  readonly dated: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly amountWithTax: string;
  readonly units: Readonly<Record<LineUnit, { readonly one: string; readonly other: string }>>;
  readonly discount: string;
  /** A label and its text, with the language’s punctuation. */
  readonly labeled: string;
  readonly term: string;
  readonly subtotal: string;
  readonly totalWithoutTax: string;
  readonly totalWithout: string;
  /** Names of taxes that are translated; others are printed as the owner named them. */
  readonly taxNames: Readonly<Record<'Tax' | 'VAT', string>>;
  readonly taxOn: string;
  readonly categories: Readonly<Record<TaxCategory, string>>;
  readonly rounding: string;
  readonly total: string;
  readonly totalWithTax: string;
  readonly paidOn: string;
  readonly statuses: Readonly<
    Record<
      | 'open'
      | 'overdue'
      | 'in_review'
      | 'credited'
      | 'written_off'
      | 'voided'
      | 'not_payable'
      | 'overpaid'
      | 'nothing_due',
      string
    >
  >;
  readonly paidAmount: string;
  readonly creditedAmount: string;
  readonly writtenOffAmount: string;
  readonly howToPay: string;
  /** Payment methods; bKash, Nagad and PayPal are names. */
  readonly methods: Readonly<Record<'bankTransfer' | 'card' | 'cash' | 'cardTerminal' | 'other', string>>;
  /** The amount to send in BDT, and its rate. */
  readonly exchange: Readonly<Record<'rate' | 'send', string>>;
  readonly payOnline: string;
  readonly scanToPay: string;
  readonly scanWithBank: string;
  readonly terms: string;
  readonly page: string;
  readonly datesIn: string;
  /** Announces the automatic charge of an invoice. */
  readonly chargedOn: string;
  /** Lines of receipts and statements. */
  readonly payment: string;
  /** A method with the day on which the money arrived. */
  readonly methodOn: string;
  readonly paymentReference: string;
  readonly sentAs: string;
  readonly openingBalance: string;
  readonly before: string;
  readonly entries: Readonly<
    Record<
      | 'credited'
      | 'creditedBy'
      | 'paid'
      | 'refunded'
      | 'disputed'
      | 'held'
      | 'released'
      | 'reinstated'
      | 'voided'
      | 'writtenOff'
      | 'writeOffUndone'
      | 'creditUsed'
      | 'creditApplied'
      | 'creditReturned'
      | 'creditUndone',
      string
    >
  >;
  /** Lines that the site writes: the parts that an invoice of an order covers, deducts and charges. */
  readonly lines: Readonly<
    Record<
      | 'deposit'
      | 'installment'
      | 'milestone'
      | 'invoicedLater'
      | 'less'
      | 'issued'
      | 'includingTax'
      | 'alreadyPaid'
      | 'share'
      | 'lateFee'
      | 'urgentDelivery'
      | 'discount'
      | 'cancels',
      string
    >
  >;
  /** Reasons of the site for credit notes and refunds. */
  readonly reasons: Readonly<
    Record<
      | 'orderRefunded'
      | 'orderCanceled'
      | 'fullRefund'
      | 'replaced'
      | 'serviceStarts'
      | 'urgentSurcharge'
      | 'refunded'
      | 'wrongAmount'
      | 'overpaid'
      | 'atProvider'
      | 'disputed'
      | 'tooLate'
      | 'tooLateStarted'
      | 'tooLateTaken'
      | 'tooLateExpired'
      | 'reservationExpired'
      | 'consultationCanceled'
      | 'consultationWasCanceled',
      string
    >
  >;
  /** The usual payment terms by number, as far as documents print them; the owner's own stay as written. */
  readonly usualTerms: Readonly<Record<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 12 | 13 | 14, string>>;
  readonly termsNote: string;
  /** Labels on the pages of documents and statements. */
  readonly view: Readonly<
    Record<
      | 'downloadPdf'
      | 'print'
      | 'downloadEInvoice'
      | 'relatedDocuments'
      | 'backToOrder'
      | 'backToConsultation'
      | 'lineItems'
      | 'payment'
      | 'account'
      | 'noTransactions'
      | 'balanceOf'
      | 'date',
      string
    >
  >;
}
