import type { AgreementParties, AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { parseAgreement } from './parse-agreement.ts';

export interface AgreementRecord {
  readonly orderId: number;
  readonly agreedText: string;
  readonly textSha256: string;
  readonly signature: string;
  readonly ip: string | null;
  /** The recorded message; null if the client signed. */
  readonly confirmationMessage: string | null;
  readonly agreedAt: Date;
}

/** Builds the printable agreement; `recordedAt` is only used for recorded agreements. */
export function toAgreementDocument(
  agreed: AgreementRecord,
  parties: AgreementParties,
  { brief, recordedAt }: { readonly brief: string; readonly recordedAt: Date },
): AgreementDocument {
  const { orderId, agreedText, textSha256, signature, ip, confirmationMessage, agreedAt } = agreed;
  return {
    ...parties,
    kind: 'agreement',
    orderNumber: String(orderId),
    text: agreedText,
    parts: parseAgreement(agreedText),
    sha256: textSha256,
    signature,
    agreedAt: agreedAt.toISOString(),
    ip,
    confirmation:
      confirmationMessage === null ? null : { message: confirmationMessage, recordedAt: recordedAt.toISOString() },
    brief,
  };
}

export const formatAgreementTitle = ({ orderId }: Pick<AgreementRecord, 'orderId'>) => `Agreement ${orderId}`;
