import type { PaymentStatus } from '../../contract/enums.ts';
import type { PaymentNoticeKind } from '../payment-notice.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * The texts that clients read where they pay a document, in one language. Names in braces are replaced by `fillText`.
 */
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
  /** Every message that the endpoints of the form can return (a test compares them). */
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
    | 'nothingDue'
    | 'replaced'
    | 'repeatedReference'
    | 'fillOut'
    | 'controlCharacters'
    | 'badCharacter'
    | 'required'
    | 'wrongType'
    | 'tooShort'
    | 'tooLarge'
    | 'invalidValue'
    | 'uploadFirst'
    | 'imageGone'
    | 'imageType'
    | 'fileEmpty'
    | 'imageDamaged'
    | 'imagePixels'
    | 'imageSize'
    | 'refusedByProvider'
    | 'noPayment'
    | 'noInvoice'
    | 'noDocument'
    | 'noAddress'
    | 'sentTwice'
    | 'otherDetails'
    | 'tooManyAttempts'
    | 'tooManyRequests'
    | 'requestTooLarge'
    | 'invalidRequest'
    | 'otherSite'
    | 'interrupted'
    | 'fullDisk'
    | 'tookTooLong'
    | 'filesDown'
    | 'siteDown'
    | 'internal'
    | 'failed'
    | 'rejected'
    | 'slowSite'
    | 'unreachable'
    | 'invalidResponse'
  >;
  /** The provider of card payments in these messages. */
  readonly cardService: string;
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
    | 'proofLost'
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
  /** The consent of a client who saves their card. */
  readonly cardConsent: Texts<'monthly' | 'installments' | 'installment'>;
}
