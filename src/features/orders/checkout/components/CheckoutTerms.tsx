import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import type { CheckoutOffer } from '../contract/place-order.ts';

/** Renders the payment terms and, once there is one, the exact agreement in disclosures. */
export function CheckoutTerms({
  terms,
  standardPrice,
  urgentPrice,
}: Pick<CheckoutOffer, 'terms'> & Partial<Pick<CheckoutOffer, 'standardPrice' | 'urgentPrice'>>) {
  return (
    <div className="border-b border-rule">
      <Part label="The sixteen payment terms">
        <ol className="grid gap-3 text-small">
          {terms.map(({ number, title, text }) => (
            <li key={number} className="grid grid-cols-[2.25rem_1fr]">
              <span className="meta pt-0.5">{String(number).padStart(2, '0')}</span>
              <span>
                <b className="font-display">{title}.</b> <span className="text-ink-soft">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </Part>
      {standardPrice && (
        <Part label="The agreement, word for word">
          <div className={urgentPrice ? 'group-has-[[name=urgent]:checked]/order:hidden' : undefined}>
            <AgreementSource text={standardPrice.agreementText} hash={standardPrice.agreementHash} />
          </div>
          {urgentPrice && (
            <div className="hidden group-has-[[name=urgent]:checked]/order:block">
              <AgreementSource text={urgentPrice.agreementText} hash={urgentPrice.agreementHash} />
            </div>
          )}
        </Part>
      )}
    </div>
  );
}

function Part({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <details className="border-t border-rule">
      <summary className="flex min-h-11 items-center justify-between gap-4 py-2 font-display text-small font-semibold hover:text-accent">
        {label}
        <span className="meta" aria-hidden="true">
          Read
        </span>
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}
