import { type ReactNode, useId } from 'react';
import { formatTransfer, rateText } from '#features/billing/browser.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { pictureTypes } from '#shared/uploads.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { PaymentOption } from '../contract/checkout.ts';
import { isManualMethod } from '../contract/enums.ts';
import { PROOF_RETENTION_DAYS } from '../contract/limits.ts';

interface PayFormProps {
  options: readonly PaymentOption[];
  /** What the client may agree to when paying by card: saving the card, and automatic charges. */
  cardConsent?: string | null;
  /** The amount due. */
  amount: Money;
  /** The smallest part that can be paid; null if only all of it. */
  minAmount?: MinorUnits | null;
  /** Idempotency key of the form. */
  idempotencyKey: string;
  /** Whether a payment is already being processed, so the client probably doesn't want to pay again. */
  isCollapsed: boolean;
  failed: FailedSubmission | undefined;
  /** Error of an unavailable provider; its method stays selected for another attempt. */
  unavailableProvider: { message: string; method: PaymentOption['method'] | null } | undefined;
}

/** Radio list of payment methods. CSS shows the fields of the selected one, so it works without JavaScript. */
export function PaymentForm(props: PayFormProps) {
  const { options, cardConsent, amount, minAmount, idempotencyKey, isCollapsed, failed, unavailableProvider } = props;
  const amountText = formatMoney(amount, { exact: true });
  // Every method that takes BDT takes the same amount.
  const send = options.find(option => option.send)?.send;
  const converted = send && formatMoney({ minor: send.amount, currency: send.currency }, { exact: true });
  const { values = {} } = failed ?? {};
  const fields = failed?.failed.fields ?? {};
  const chosen = options.find(({ method }) => method === (unavailableProvider?.method ?? values.method)) ?? options[0];
  const form = (
    <section aria-labelledby="pay-title" className="group/pay">
      <h2 id="pay-title" className="text-h3">
        Pay <span className="tabular-nums">{amountText}</span>
      </h2>
      <ErrorNotice className="mt-4" message={unavailableProvider?.message} />
      <div className="[&>form]:mt-5">
        <PageForm
          acceptsFiles
          error={failed?.failed}
          submitLabel={
            <>
              <span className="group-has-[[data-part]:checked]/pay:hidden">
                <span className="group-has-[[data-by-hand]:checked]/pay:hidden">Pay {amountText}</span>
                <span className="hidden group-has-[[data-by-hand]:checked]/pay:inline">
                  I’ve sent{' '}
                  {converted && (
                    <span className="hidden group-has-[[data-converted]:checked]/pay:inline">{converted} for </span>
                  )}
                  {amountText}
                </span>
              </span>
              {minAmount != null && (
                <span className="hidden group-has-[[data-part]:checked]/pay:inline">
                  <span className="group-has-[[data-by-hand]:checked]/pay:hidden">Pay this part</span>
                  <span className="hidden group-has-[[data-by-hand]:checked]/pay:inline">I’ve sent this part</span>
                </span>
              )}
            </>
          }
          busyLabel="Processing…"
        >
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly suppressHydrationWarning />
          {minAmount != null && (
            <PartFields amount={amount} minAmount={minAmount} values={values} error={fields.amount} />
          )}
          <fieldset className="border-t border-rule" {...(fields.method ? { 'aria-describedby': 'method-error' } : {})}>
            <legend className="sr-only">Payment method</legend>
            {options.map(option => (
              <PaymentOptionField key={option.method} option={option} amount={amount} isChosen={option === chosen}>
                {option.method === 'stripe' && cardConsent && (
                  <label className="mt-2 flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
                    <input
                      type="checkbox"
                      name="cardConsent"
                      value={cardConsent}
                      defaultChecked={values.cardConsent === cardConsent}
                      className="mt-0.5 size-4.5 shrink-0"
                    />
                    <span>
                      {cardConsent}{' '}
                      <span className="block text-ink-soft">
                        Optional. You can change or remove the card on your order’s page at any time.
                      </span>
                    </span>
                  </label>
                )}
              </PaymentOptionField>
            ))}
            {fields.method && (
              <p id="method-error" className="mt-2 text-small text-danger">
                {fields.method}
              </p>
            )}
          </fieldset>
          {options.some(({ method }) => isManualMethod(method)) && (
            <div className="hidden gap-6 group-has-[[data-by-hand]:checked]/pay:grid">
              <TextField
                label="Sent from"
                name="sender"
                hint="The name or number of the account you paid from."
                maxLength={120}
                autoComplete="off"
                defaultValue={values.sender}
                error={fields.sender}
              />
              <TextField
                label="Transaction reference"
                name="reference"
                hint="Copy it from your bank or wallet app. You can use each reference once."
                maxLength={120}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                defaultValue={values.reference}
                error={fields.reference}
              />
              <ProofField error={fields.picture ?? fields.proofId} />
            </div>
          )}
        </PageForm>
      </div>
    </section>
  );
  if (!isCollapsed || failed || unavailableProvider) return form;
  return (
    <details>
      <summary className="button inline-flex cursor-pointer">Pay another way</summary>
      <div className="mt-6">{form}</div>
    </details>
  );
}

interface PartFieldsProps {
  amount: Money;
  minAmount: MinorUnits;
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}

/** Choice between all that is due and a part of it. */
function PartFields({ amount, minAmount, values, error }: PartFieldsProps) {
  const { currency } = amount;
  const choices = [
    ['all', `Pay all: ${formatMoney(amount, { exact: true })}`],
    ['part', 'Pay a part'],
  ] as const;
  return (
    <fieldset className="border-t border-rule">
      <legend className="sr-only">Amount to pay</legend>
      {choices.map(([value, label]) => (
        <label
          key={value}
          className="flex min-h-13 cursor-pointer items-center gap-3.5 border-b border-rule py-2 font-display font-semibold tabular-nums"
        >
          <input
            type="radio"
            name="part"
            value={value}
            defaultChecked={value === (values.part === 'part' ? 'part' : 'all')}
            className="size-4.5 shrink-0"
            {...(value === 'part' ? { 'data-part': '' } : {})}
          />
          {label}
        </label>
      ))}
      <div className="mt-4 hidden group-has-[[data-part]:checked]/pay:block">
        <TextField
          label={`Amount in ${currency}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint={`At least ${formatMoney({ minor: minAmount, currency }, { exact: true })}. The rest stays due.`}
          defaultValue={values.amount}
          error={error}
        />
      </div>
    </fieldset>
  );
}

interface PaymentOptionFieldProps {
  option: PaymentOption;
  amount: Money;
  isChosen: boolean;
  children: ReactNode;
}

function PaymentOptionField({ option, amount, isChosen, children }: PaymentOptionFieldProps) {
  const { method, label, isFake, instructions, send } = option;
  const isManual = isManualMethod(method);
  const confirmation = isManual ? 'Confirmed manually' : 'Confirmed instantly';
  return (
    <div className="group/way border-b border-rule">
      <label className="flex min-h-13 cursor-pointer items-center gap-3.5 py-2">
        <input
          type="radio"
          name="method"
          value={method}
          defaultChecked={isChosen}
          className="size-4.5 shrink-0"
          {...(isManual ? { 'data-by-hand': '' } : {})}
          {...(send ? { 'data-converted': '' } : {})}
        />
        <span className="font-display font-semibold">{label}</span>
        <span className="ml-auto text-right text-meta text-ink-soft">{isFake ? 'Fake' : confirmation}</span>
      </label>
      <div className="hidden pb-4 pl-8 text-small group-has-[:checked]/way:block">
        {send && (
          <p className="mb-2 font-semibold">
            <span className="group-has-[[data-part]:checked]/pay:hidden">
              {formatTransfer(amount, { currency: amount.currency, rate: send.rate, on: send.on })}
            </span>
            <span className="hidden group-has-[[data-part]:checked]/pay:inline">
              Send {send.currency} at this rate: {rateText({ currency: amount.currency, rate: send.rate, on: send.on })}
            </span>
          </p>
        )}
        {instructions !== null && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{instructions}</p>}
        {instructions === null && (
          <p className="text-ink-soft">
            {isFake
              ? 'This is a fake payment page on this computer for trying out payments. No money moves.'
              : `You’ll pay on ${label === 'Card' ? 'Stripe' : 'PayPal'}’s secure page and then return here. This site never sees your card number.`}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

function ProofField({ error }: { error: string | undefined }) {
  const id = useId();
  const hint = `A screenshot or photo of the transfer, up to 5 MB. Only the owner and people with the link to this page can see it. It’s deleted ${PROOF_RETENTION_DAYS} days after the payment is confirmed or rejected.`;
  return (
    <FormField id={id} label="Proof of payment (optional)" hint={hint} error={error}>
      <input
        id={id}
        type="file"
        name="proof"
        accept={pictureTypes.join(',')}
        className="block w-full min-h-11 text-small file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-rule-strong file:bg-ground file:px-4 file:font-display file:font-semibold file:text-ink"
        {...getAriaProps({ id, hint, error })}
      />
    </FormField>
  );
}
