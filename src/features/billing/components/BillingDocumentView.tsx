import type { ReactNode } from 'react';
import { ZERO } from '#shared/money-arithmetic.ts';
import { zoneNote } from '#shared/time.ts';
import { DOCUMENT_INK } from '../contract/document-design.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { languageOf, textsOf } from '../rules/labels.ts';
import { Terms, TransferCode, WaysToPay } from './DocumentConditions.tsx';
import { DocumentLetterhead } from './DocumentLetterhead.tsx';
import { DocumentLines } from './DocumentLines.tsx';

interface DocumentSheetProps {
  document: BillingDocument;
  settlement: Settlement | null;
  /** Whether it has no number and date yet. */
  isDraft?: boolean;
  /** The path below which its files are. */
  filesPath: string;
  /** Still to be paid. */
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
}: DocumentSheetProps) {
  const [language, texts] = [languageOf(document), textsOf(document)];
  const { design, timeZone } = document;
  const accent = design && design.accent !== DOCUMENT_INK ? design.accent : undefined;
  return (
    <article
      aria-labelledby="document-title"
      lang={language}
      data-layout={design?.layout ?? 'classic'}
      data-accent={accent}
      className="document"
    >
      {accent !== undefined && <link rel="stylesheet" href={`${filesPath}/accent.css`} precedence="document" />}
      <DocumentLetterhead document={document} settlement={settlement} isDraft={isDraft} filesPath={filesPath} />
      <DocumentLines document={document} settlement={settlement} />
      {payment}
      <TransferCode document={document} filesPath={filesPath} amountDue={amountDue} />
      {settlement === null && <WaysToPay document={document} />}
      <Terms document={document} />
      {timeZone !== undefined && (
        <p className="meta mt-10">
          {language === 'en' ? zoneNote(timeZone) : fillText(texts.datesIn, { zone: timeZone })}
        </p>
      )}
    </article>
  );
}
