import type { PaymentStatus } from '../../contract/enums.ts';
import type { PaymentNoticeKind } from '../payment-notice.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** What clients read where they pay a document, in one language. Names in braces are replaced by `fillText`. */
export interface PaymentTexts {
  readonly notices: Readonly<Record<Exclude<PaymentNoticeKind, null>, readonly [title: string, text: string]>>;
  readonly statuses: Texts<PaymentStatus>;
  /** Why a payment failed, as it is stored in English. */
  readonly failures: Texts<
    | 'received'
    | 'notCompleted'
    | 'neverStarted'
    | 'declined'
    | 'declinedAt'
    | 'canceledAtSite'
    | 'canceledAt'
    | 'notFoundAt'
    | 'otherAmount'
  >;
  /** Messages of the API about the fields of the form; others are shown in English. */
  readonly errors: Texts<
    | 'noMethod'
    | 'noSender'
    | 'noReference'
    | 'tooLong'
    | 'usedReference'
    | 'noAmount'
    | 'unclearAmount'
    | 'zeroAmount'
    | 'wrongAmount'
    | 'hugeAmount'
    | 'largeAmount'
    | 'smallAmount'
    | 'onlyInFull'
    | 'unavailable'
    | 'beingCharged'
    | 'changedConsent'
    | 'providerDown'
  >;
  readonly form: Texts<
    | 'pay'
    | 'sent'
    | 'sentFor'
    | 'payPart'
    | 'sentPart'
    | 'busy'
    | 'problems'
    | 'otherWay'
    | 'methods'
    | 'amountToPay'
    | 'payAll'
    | 'payAPart'
    | 'amountIn'
    | 'atLeast'
    | 'byHand'
    | 'instantly'
    | 'sendAtRate'
    | 'securePage'
    | 'consent'
    | 'sender'
    | 'senderHint'
    | 'reference'
    | 'referenceHint'
    | 'proof'
    | 'proofHint'
  >;
  readonly history: Texts<
    | 'title'
    | 'savedCard'
    | 'sentAs'
    | 'refunded'
    | 'refundPending'
    | 'mismatch'
    | 'charging'
    | 'reference'
    | 'proof'
    | 'next'
    | 'resume'
    | 'check'
    | 'checking'
    | 'evenIfClosed'
    | 'backToInvoice'
  >;
  /** What a client agrees to when they save a card. */
  readonly cardConsent: Texts<'monthly' | 'installments' | 'installment'>;
}
