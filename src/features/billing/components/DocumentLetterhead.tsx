import type { ReactNode } from 'react';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument, DocumentFrame } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import type { DocumentTexts } from '../rules/document-texts/document-texts.ts';
import {
  formatAmount,
  formatBuyerReference,
  formatDay,
  formatOrderNumber,
  formatReference,
  formatServicePeriod,
  getKindLabels,
  languageOf,
  settledLabel,
  textsOf,
} from '../rules/labels.ts';
import { totalRows } from '../rules/total-rows.ts';

interface LetterheadProps {
  document: DocumentFrame;
  settlement: Settlement | null;
  isDraft: boolean;
  filesPath: string;
  titleId: string;
}

/** Renders the title, parties, dates and subject of a document; its layout arranges them (document.css). */
export function DocumentLetterhead({ document, settlement, isDraft, filesPath, titleId }: LetterheadProps) {
  const [language, texts] = [languageOf(document), textsOf(document)];
  const { kind, number, design, issuer, client, dueOn, issuedOn, currency } = document;
  const labels = getKindLabels(kind, language);
  const isClassic = !design || design.layout === 'classic';
  const due = totalRows(document, settlement).find(({ size }) => size === 'due');
  // Drafts and statements are part of a page with its own title.
  const Title = isDraft || kind === 'account_statement' ? 'h2' : 'h1';
  return (
    <header className="document-head">
      {design?.logo ? (
        <img
          className="document-logo"
          src={`${filesPath}/logo.png`}
          width={design.logo.width}
          height={design.logo.height}
          alt={issuer.name}
        />
      ) : (
        !isClassic && (
          <p className="document-logo font-display text-h4 font-semibold" aria-hidden="true">
            {issuer.name}
          </p>
        )
      )}
      <div className="document-title">
        <Title id={titleId} className="text-h2">
          {labels.title}
        </Title>
        {isDraft ? (
          <p className="mt-1.5 font-mono text-body text-ink-soft" lang="en">
            Draft
          </p>
        ) : (
          <p className="mt-1.5 font-mono text-body text-ink-soft tabular-nums">{number}</p>
        )}
      </div>
      <div className="document-issuer">
        <h2 className={design?.layout === 'modern' ? 'meta mb-1' : 'sr-only'}>{texts.from}</h2>
        <Party party={issuer} texts={texts} />
      </div>
      <div className="document-client">
        <h2 className={design?.layout === 'compact' ? 'sr-only' : 'meta mb-1'}>{texts.billTo}</h2>
        <Party party={client} texts={texts} />
      </div>
      <dl className="document-dates">
        <Fact label={texts.issued}>
          <Day day={issuedOn} language={language} />
        </Fact>
        {dueOn !== null && (
          <Fact label={settlement ? settledLabel(settlement, language) : labels.until}>
            <Day day={settlement?.statusDate ?? dueOn} language={language} />
          </Fact>
        )}
        {design?.layout === 'modern' && due && (
          <Fact label={due.label}>
            <span className="document-amount">{formatAmount(due.amount, currency, language)}</span>
          </Fact>
        )}
      </dl>
      <Subject document={document} />
    </header>
  );
}

/** Renders the subject of a document: order, references and service period. */
function Subject({ document }: Pick<LetterheadProps, 'document'>) {
  const { client, kind, order, reference, servicePeriod } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const buyerReference = formatBuyerReference(client, texts);
  const service = servicePeriod && formatServicePeriod(servicePeriod, language, kind);
  if (!order && !reference && !buyerReference && !service) return null;
  return (
    <dl className="document-subject">
      {order && (
        <Fact label={texts.order}>
          <span className="font-mono text-meta tabular-nums">{formatOrderNumber(order, language)}</span>
          <span className="block text-ink-soft [overflow-wrap:anywhere]">{order.title}</span>
        </Fact>
      )}
      {reference && (
        <Fact label={getKindLabels(kind, language).about}>
          <span className="text-ink-soft">{formatReference(reference, language)}</span>
        </Fact>
      )}
      {buyerReference && (
        <Fact label={buyerReference[0]}>
          <span className="font-mono text-meta [overflow-wrap:anywhere]">{buyerReference[1]}</span>
        </Fact>
      )}
      {service && (
        <Fact label={service[0]}>
          <span className="font-mono text-meta tabular-nums">{service[1]}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="meta mb-1">{label}</dt>
      <dd className="text-small">{children}</dd>
    </div>
  );
}

function Day({ day, language }: { day: string; language: DocumentLanguage }) {
  return (
    <time dateTime={day} className="font-mono text-meta whitespace-nowrap tabular-nums">
      {formatDay(day, language)}
    </time>
  );
}

/** Renders a name with its contact details. */
function Party({
  party,
  texts,
}: {
  party: BillingDocument['issuer'] | BillingDocument['client'];
  texts: DocumentTexts;
}) {
  const phone = 'phone' in party ? party.phone : null;
  const lines = [party.email, phone, party.taxId === null ? null : `${texts.taxId} ${party.taxId}`].filter(
    it => it !== null,
  );
  return (
    <div className="min-w-0 text-small leading-relaxed text-ink-soft [overflow-wrap:anywhere]">
      <p className="font-semibold text-ink">{party.name}</p>
      {party.addressLines.length > 0 && (
        <address className="not-italic">
          {party.addressLines.map((line, index) => (
            <span key={index} className="block">
              {line}
            </span>
          ))}
        </address>
      )}
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
