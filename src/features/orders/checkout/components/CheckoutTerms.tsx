import { Disclosure } from '#ui/Disclosure.tsx';
import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import { ByUrgency } from './CheckoutSummary.tsx';
import type { CheckoutOffer } from '../contract.ts';

/** Renders the payment terms and, once there is one, the exact agreement in disclosures. */
export function CheckoutTerms({ terms, prices }: Pick<CheckoutOffer, 'terms'> & { prices?: CheckoutOffer }) {
  return (
    <div className="border-b border-rule">
      <Disclosure label="Payment terms">
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
      </Disclosure>
      {prices && (
        <Disclosure label="Full agreement">
          <ByUrgency
            prices={prices}
            render={({ agreementText, agreementHash }) => <AgreementSource text={agreementText} hash={agreementHash} />}
          />
        </Disclosure>
      )}
    </div>
  );
}
