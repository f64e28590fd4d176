import { type ReactNode, useId } from 'react';
import { formatTimeZone, zoneNote } from '#shared/time.ts';
import { DOCUMENT_INK } from '../contract/document-design.ts';
import type { DocumentFrame } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { languageOf, textsOf } from '../rules/labels.ts';
import { DocumentLetterhead } from './DocumentLetterhead.tsx';

interface DocumentSheetProps {
  document: DocumentFrame;
  settlement?: Settlement | null;
  /** Whether it has no number and date yet. */
  isDraft?: boolean;
  /** The path below which its files are. */
  filesPath: string;
  children: ReactNode;
}

/** Renders a sheet in the layout of a document's design, with its letterhead above the children. */
export function DocumentSheet({
  document,
  settlement = null,
  isDraft = false,
  filesPath,
  children,
}: DocumentSheetProps) {
  const titleId = useId();
  const [language, texts] = [languageOf(document), textsOf(document)];
  const { design, timeZone } = document;
  const accent = design && design.accent !== DOCUMENT_INK ? design.accent : undefined;
  return (
    <article
      aria-labelledby={titleId}
      lang={language}
      data-layout={design?.layout ?? 'classic'}
      data-accent={accent}
      className="document"
    >
      {accent !== undefined && <link rel="stylesheet" href={`${filesPath}/accent.css`} precedence="document" />}
      <DocumentLetterhead {...{ document, settlement, isDraft, filesPath, titleId }} />
      {children}
      {timeZone !== undefined && (
        <p className="meta mt-10">
          {language === 'en' ? zoneNote(timeZone) : fillText(texts.datesIn, { zone: formatTimeZone(timeZone) })}
        </p>
      )}
    </article>
  );
}
