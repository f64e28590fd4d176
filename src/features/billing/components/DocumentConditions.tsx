import type { MinorUnits } from '#shared/money.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatEpcCode } from '../rules/epc-code.ts';
import { formatCount, languageOf, textsOf } from '../rules/labels.ts';
import { formatMethod } from '../rules/payment-instructions.ts';
import { PaymentInstructions } from './PaymentInstructions.tsx';

interface DocumentProps {
  document: BillingDocument;
}

interface TransferCodeProps extends DocumentProps {
  filesPath: string;
  amountDue: MinorUnits;
}

/** The QR code from which banking apps fill in a transfer. */
export function TransferCode({ document, filesPath, amountDue }: TransferCodeProps) {
  const texts = textsOf(document);
  if (formatEpcCode(document, amountDue) === null) return null;
  return (
    <figure className="mt-10 flex break-inside-avoid flex-wrap items-center gap-x-5 gap-y-2">
      <img
        className="size-32 bg-[white]"
        src={`${filesPath}/transfer.svg`}
        width={128}
        height={128}
        alt={texts.methods.bankTransfer}
      />
      <figcaption className="hint max-w-[16em]">{texts.scanWithBank}</figcaption>
    </figure>
  );
}

/** Payment instructions and payment URL in print; on screen, the payment panel shows them. */
export function WaysToPay({ document }: DocumentProps) {
  const { paymentInstructions, paymentUrl } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  if (paymentInstructions.length === 0 && paymentUrl === null) return null;
  return (
    <section aria-labelledby="ways-to-pay" className="mt-10 hidden print:block">
      <h2 id="ways-to-pay" className="document-heading text-h4">
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

export function Terms({ document }: DocumentProps) {
  const { terms, termsNote } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby="terms-that-apply" className="mt-10">
      <h2 id="terms-that-apply" className="document-heading text-h4">
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
      {termsNote !== undefined && <p className="hint mt-3">{termsNote}</p>}
    </section>
  );
}
