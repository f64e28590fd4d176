import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import type { PaymentNoticeKind } from '../rules/payment-notice.ts';
import { getPaymentTexts } from '../rules/payment-texts/texts.ts';
import { RefreshPaymentButton, usePaymentPolling } from './RefreshPaymentButton.tsx';

interface PaymentNoticeProps {
  notice: PaymentNoticeKind;
  language: DocumentLanguage;
}

/** Shows the payment status after the client returns from a provider or reports a transfer. */
export function PaymentNotice({ notice, language }: PaymentNoticeProps) {
  usePaymentPolling(notice === 'confirming');
  if (notice === null) return null;
  const [title, text] = getPaymentTexts(language).notices[notice];
  const isBad = notice === 'failed';
  return (
    <div className={`border-l-2 pl-4 ${isBad ? 'border-danger' : 'border-accent'}`}>
      <output className="block">
        <span className="block font-display text-h4 font-semibold">{title}</span>
        <span className="mt-1 block text-small text-ink-soft">{text}</span>
      </output>
      {notice === 'confirming' && (
        <div className="mt-3">
          <RefreshPaymentButton language={language} />
        </div>
      )}
    </div>
  );
}
