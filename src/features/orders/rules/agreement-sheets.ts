import type { AgreementParties, AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { parseAgreement } from './agreement-parts.ts';

/** What was agreed to of an order, by whom, when, and from where. */
export interface AgreementRecord {
  readonly orderId: number;
  readonly agreedText: string;
  readonly sha256: string;
  readonly signature: string;
  readonly ip: string | null;
  /** Of one that the owner recorded; null where it was signed. */
  readonly message: string | null;
  readonly at: Date;
}

/** An agreement as it stands on paper; `recordedAt` counts where it was recorded alone. */
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

/** What the paper is called. */
export const formatAgreementTitle = ({ orderId }: Pick<AgreementRecord, 'orderId'>) => `Agreement ${orderId}`;
