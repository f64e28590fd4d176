import type { ReactNode } from 'react';
import { ZERO } from '#shared/money-arithmetic.ts';
import { zoneNote } from '#shared/time.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import type { DocumentTexts } from '../rules/document-texts/document-texts.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatEpcCode } from '../rules/epc-code.ts';
import {
  formatAmount,
  formatCount,
  formatDay,
  formatQuantity,
  formatReference,
  formatServicePeriod,
  settledLabel,
  getKindLabels,
  languageOf,
  listLineDetails,
  listTaxNotes,
  textsOf,
} from '../rules/labels.ts';
import { formatMethod } from '../rules/payment-instructions.ts';
import { totalRows } from '../rules/total-rows.ts';
import { PaymentInstructions } from './PaymentInstructions.tsx';

interface DocumentSheetProps {
  document: BillingDocument;
  settlement: Settlement | null;
  /** Whether it has no number and date yet. */
  isDraft?: boolean;
  /** The path below which its files are; a draft has none. */
  filesPath?: string;
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
  const labels = getKindLabels(document.kind, language);
  // A draft is part of a page with its own title.
  const Title = isDraft ? 'h2' : 'h1';
  const { design, issuer, client, order, reference, dueOn, timeZone, servicePeriod } = document;
  const [serviceLabel, serviceDays] = servicePeriod ? formatServicePeriod(servicePeriod, language) : [];
  return (
    <article
      aria-labelledby="document-title"
      lang={language}
      className="border border-rule bg-raised px-5 py-8 shadow-raised sm:px-12 sm:py-14 print:border-0 print:bg-transparent print:p-0 print:shadow-none print:[zoom:0.84]"
    >
      <header className="grid gap-x-8 gap-y-6 border-b border-ink pb-6 sm:grid-cols-12">
        {design?.logo && filesPath !== undefined && (
          <img
            className="max-h-16 w-auto max-w-[70%] justify-self-start bg-[white] sm:col-span-12"
            src={`${filesPath}/logo.png`}
            width={design.logo.width}
            height={design.logo.height}
            alt={issuer.name}
          />
        )}
        <div className="sm:col-span-7">
          <Title id="document-title" className="text-h2">
            {labels.title}
          </Title>
          <p className="mt-1.5 font-mono text-body text-ink-soft tabular-nums">{isDraft ? 'Draft' : document.number}</p>
        </div>
        <div className="sm:col-span-5">
          <h2 className="sr-only">{texts.from}</h2>
          <Party party={issuer} texts={texts} />
        </div>
      </header>
      <div className="grid grid-cols-2 gap-x-6 gap-y-6 pt-5 pb-9 sm:grid-cols-12">
        <div className="col-span-2 sm:col-span-5">
          <h2 className="meta mb-1">{texts.billTo}</h2>
          <Party party={client} texts={texts} />
        </div>
        <dl className="contents">
          <Day label={texts.issued} day={document.issuedOn} language={language} wide={dueOn === null} />
          {dueOn !== null && (
            <Day
              label={settlement ? settledLabel(settlement, language) : labels.until}
              day={settlement?.statusDate ?? dueOn}
              language={language}
            />
          )}
        </dl>
        {(order || reference || servicePeriod) && (
          <dl className="col-span-2 min-w-0 sm:col-span-3">
            {order && (
              <div>
                <dt className="meta mb-1">{texts.order}</dt>
                <dd className="text-small">
                  <span className="font-mono text-meta tabular-nums">{order.orderNumber}</span>
                  <span className="block text-ink-soft [overflow-wrap:anywhere]">{order.title}</span>
                </dd>
              </div>
            )}
            {reference && (
              <div className={order ? 'mt-3' : ''}>
                <dt className="meta mb-1">{labels.about}</dt>
                <dd className="text-small text-ink-soft">{formatReference(reference, language)}</dd>
              </div>
            )}
            {servicePeriod && (
              <div className={order || reference ? 'mt-3' : ''}>
                <dt className="meta mb-1">{serviceLabel}</dt>
                <dd className="font-mono text-meta tabular-nums">{serviceDays}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
      <LineItemsTable document={document} settlement={settlement} />
      {payment}
      {filesPath !== undefined && formatEpcCode(document, amountDue) !== null && (
        <figure className="mt-10 flex break-inside-avoid flex-wrap items-center gap-x-5 gap-y-2">
          <img
            className="size-32 bg-[white]"
            src={`${filesPath}/transfer.svg`}
            width={128}
            height={128}
            alt={texts.bankTransfer}
          />
          <figcaption className="hint max-w-[16em]">{texts.scanWithBank}</figcaption>
        </figure>
      )}
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

interface DayProps {
  label: string;
  day: string;
  language: DocumentLanguage;
  wide?: boolean;
}

function Day({ label, day, language, wide = false }: DayProps) {
  return (
    <div className={wide ? 'sm:col-span-4' : 'sm:col-span-2'}>
      <dt className="meta mb-1">{label}</dt>
      <dd>
        <time dateTime={day} className="font-mono text-meta whitespace-nowrap tabular-nums">
          {formatDay(day, language)}
        </time>
      </dd>
    </div>
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

/** Payment instructions and payment URL in print; on screen, the payment panel shows them. */
function WaysToPay({ document }: { document: BillingDocument }) {
  const { paymentInstructions, paymentUrl } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  if (paymentInstructions.length === 0 && paymentUrl === null) return null;
  return (
    <section aria-labelledby="ways-to-pay" className="mt-10 hidden print:block">
      <h2 id="ways-to-pay" className="text-h4">
        {texts.howToPay}
      </h2>
      <div className="mt-3">
        <PaymentInstructions
          methods={paymentInstructions.map(({ method, text }) => ({ method: formatMethod(method, language), text }))}
        >
          {paymentUrl !== null && (
            <div className="hidden break-inside-avoid print:block">
              <dt className="font-semibold">{texts.payOnline}</dt>
              <dd className="font-mono text-meta [overflow-wrap:anywhere]">{paymentUrl}</dd>
            </div>
          )}
        </PaymentInstructions>
      </div>
    </section>
  );
}

function Terms({ document }: { document: BillingDocument }) {
  const { terms } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby="terms-that-apply" className="mt-10">
      <h2 id="terms-that-apply" className="text-h4">
        {texts.terms}
      </h2>
      <dl className="mt-3 grid gap-2 text-small">
        {terms.map(({ number, text }) => (
          <div key={number} className="grid break-inside-avoid grid-cols-[2rem_minmax(0,1fr)]">
            <dt className="font-mono text-meta leading-[1.7] text-ink-faint tabular-nums">
              <span className="sr-only">{fillText(texts.term, { number: '' })}</span>
              {formatCount(number, language)}
            </dt>
            <dd className="max-w-[35em] text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders the line items as a table, with the totals below. */
function LineItemsTable({ document, settlement }: Pick<DocumentSheetProps, 'document' | 'settlement'>) {
  const [language, texts] = [languageOf(document), textsOf(document)];
  const taxed = document.taxAmount !== 0;
  const headings = [
    [texts.description, ''],
    [texts.quantity, 'hidden pl-4 text-right sm:table-cell'],
    [texts.unitPrice, 'hidden pl-4 text-right sm:table-cell'],
    [taxed && document.taxBehavior === 'inclusive' ? texts.amountWithTax : texts.amount, 'pl-4 text-right'],
  ] as const;
  const figure = 'py-3 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';
  // On small screens, the two middle columns are shown below the description.
  const middle = `${figure} hidden sm:table-cell`;
  return (
    <>
      <table className="w-full border-b border-ink text-small">
        <caption className="sr-only">Line items</caption>
        <thead>
          <tr className="meta border-b border-ink text-left">
            {headings.map(([label, className]) => (
              <th key={label} scope="col" className={`pb-2 font-normal ${className}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {document.lineItems.map((line, index) => (
            // Lines of an issued document never change their order.
            <tr key={index} className="break-inside-avoid border-b border-rule last:border-0">
              <td className="py-3 align-top [overflow-wrap:anywhere]">
                <Description line={line} document={document} />
              </td>
              <td className={middle}>{formatQuantity(line, language)}</td>
              <td className={middle}>{formatAmount(line.unitAmount, document.currency, language)}</td>
              <td className={figure}>{formatAmount(line.amount, document.currency, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals document={document} settlement={settlement} />
      {listTaxNotes(document).map(note => (
        <p key={note} className="mt-4 text-small text-ink-soft [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
      {document.notes !== undefined && (
        <p className="mt-6 max-w-[38em] text-small whitespace-pre-line [overflow-wrap:anywhere]">{document.notes}</p>
      )}
    </>
  );
}

function Description({ line, document }: { line: LineItem; document: BillingDocument }) {
  const language = languageOf(document);
  return (
    <>
      {line.description}
      {line.detail !== null && <span className="block text-meta whitespace-pre-line text-ink-soft">{line.detail}</span>}
      {(line.quantity !== 1 || line.unit) && (
        <span className="meta block sm:hidden">
          {formatQuantity(line, language)} × {formatAmount(line.unitAmount, document.currency, language)}
        </span>
      )}
      {listLineDetails(line, document).map(text => (
        <span key={text} className="meta block">
          {text}
        </span>
      ))}
      {line.term !== null && (
        <span className="meta block">
          {fillText(textsOf(document).term, { number: formatCount(line.term, language) })}
        </span>
      )}
    </>
  );
}

/** Shows the totals as issued, or with the settlement since. */
function Totals({ document, settlement }: Pick<DocumentSheetProps, 'document' | 'settlement'>) {
  const language = languageOf(document);
  return (
    <div className="mt-3 flex break-inside-avoid flex-wrap items-start justify-between gap-x-8 gap-y-4">
      {settlement ? (
        <p className="mt-4 ml-2 -rotate-6 rounded-control border-2 border-accent px-4 py-2 text-center font-display text-h4 font-semibold text-accent">
          {settledLabel(settlement, language)}
          <span className="block font-mono text-meta font-normal tabular-nums">
            {formatDay(settlement.statusDate, language)}
          </span>
        </p>
      ) : (
        <span />
      )}
      <dl className="grid w-full sm:max-w-[24rem]">
        {totalRows(document, settlement).map(({ label, amount, size }) => (
          <div
            key={label}
            className={
              size === 'due'
                ? 'mt-2 flex items-baseline justify-between gap-6 border-t border-ink pt-3 font-display text-h3 font-semibold'
                : 'flex items-baseline justify-between gap-6 py-1 text-small'
            }
          >
            <dt>{label}</dt>
            <dd className={size === 'due' ? 'tabular-nums' : 'font-mono text-meta tabular-nums'}>
              {formatAmount(amount, document.currency, language)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
