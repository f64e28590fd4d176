import type { ReactNode } from 'react';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { Terms, TransferCode, WaysToPay } from './DocumentConditions.tsx';
import { DocumentLines } from './DocumentLines.tsx';
import { DocumentSheet } from './DocumentSheet.tsx';

interface BillingDocumentViewProps {
  document: BillingDocument;
  settlement: Settlement | null;
  /** Whether it has no number and date yet. */
  isDraft?: boolean;
  /** The path below which its files are. */
  filesPath: string;
  amountDue?: BillingDocument['amountDue'];
  /** Shown below the totals, not printed. */
  payment?: ReactNode;
}

/** Renders an issued document in the layout of its PDF. Only this part of the page is printed, in black on white. */
export function BillingDocumentView({
  document,
  settlement,
  isDraft = false,
  payment,
  filesPath,
  amountDue = ZERO,
}: BillingDocumentViewProps) {
  return (
    <DocumentSheet document={document} settlement={settlement} isDraft={isDraft} filesPath={filesPath}>
      <DocumentLines document={document} settlement={settlement} />
      {payment}
      <TransferCode document={document} filesPath={filesPath} amountDue={amountDue} />
      {settlement === null && <WaysToPay document={document} />}
      <Terms document={document} />
    </DocumentSheet>
  );
}
