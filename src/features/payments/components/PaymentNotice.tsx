import type { PaymentNoticeKind } from '../rules/payment-notice.ts';
import { RefreshPaymentButton, usePaymentPolling } from './RefreshPaymentButton.tsx';

const texts: Readonly<Record<Exclude<PaymentNoticeKind, null>, readonly [title: string, text: string]>> = {
  confirming: [
    'Confirming your payment',
    'This can take a moment. You’ll get a receipt by email once your payment is confirmed.',
  ],
  received: ['Thank you for your payment', 'You’ll get a receipt by email.'],
  canceled: ['Payment canceled', 'You have not been charged. You can try again or choose another way to pay.'],
  failed: ['Payment failed', 'You have not been charged. Try again or choose another way to pay.'],
  submitted: [
    'Thank you for letting us know',
    'Your payment will be confirmed once it arrives. You’ll then get a receipt by email.',
  ],
};

/** Shows the payment status after the client returns from a provider or reports a transfer. */
export function PaymentNotice({ notice }: { notice: PaymentNoticeKind }) {
  usePaymentPolling(notice === 'confirming');
  if (notice === null) return null;
  const [title, text] = texts[notice];
  const isBad = notice === 'failed';
  return (
    <div className={`border-l-2 pl-4 ${isBad ? 'border-danger' : 'border-accent'}`}>
      <output className="block">
        <span className="block font-display text-h4 font-semibold">{title}</span>
        <span className="mt-1 block text-small text-ink-soft">{text}</span>
      </output>
      {notice === 'confirming' && (
        <div className="mt-3">
          <RefreshPaymentButton />
        </div>
      )}
    </div>
  );
}
