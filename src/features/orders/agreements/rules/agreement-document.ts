import type { AgreementParties, AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { parseAgreement } from './parse-agreement.ts';

export interface AgreementRecord {
  readonly orderId: number;
  readonly agreedText: string;
  readonly sha256: string;
  readonly signature: string;
  readonly ip: string | null;
  /** The recorded message; null if the client signed. */
  readonly message: string | null;
  readonly at: Date;
}

/** Builds the printable agreement; `recordedAt` is only used for recorded agreements. */
export function toAgreementDocument(
  agreed: AgreementRecord,
  parties: AgreementParties,
  { brief, recordedAt }: { readonly brief: string; readonly recordedAt: Date },
): AgreementDocument {
  const { orderId, agreedText, sha256, signature, ip, message, at } = agreed;
  return {
    ...parties,
    kind: 'agreement',
    number: String(orderId),
    text: agreedText,
    parts: parseAgreement(agreedText),
    sha256,
    signature,
    agreedAt: at.toISOString(),
    ip,
    confirmation: message === null ? null : { message, recordedAt: recordedAt.toISOString() },
    brief,
  };
}

export const formatAgreementTitle = ({ orderId }: Pick<AgreementRecord, 'orderId'>) => `Agreement ${orderId}`;
