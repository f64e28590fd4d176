import { type ReactNode, useId, useMemo } from 'react';
import {
  fillText,
  formatAmount,
  formatCount,
  formatMethod,
  formatTransfer,
  rateText,
} from '#features/billing/browser.ts';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { TAKA } from '#features/billing/contract/tax-rate.ts';
import type { MinorUnits, Money } from '#shared/money.ts';
import { pictureTypes } from '#shared/uploads.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { useHasLostFiles } from '#ui/FileField.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { PaymentOption } from '../contract/checkout.ts';
import { isManualMethod } from '../contract/enums.ts';
import { PROOF_RETENTION_DAYS } from '../contract/limits.ts';
import type { PaymentTexts } from '../rules/payment-texts/payment-texts.ts';
import { getProviderName } from '../rules/labels.ts';
import { getPaymentTexts, translateError } from '../rules/payment-texts/texts.ts';

interface PayFormProps {
  language?: DocumentLanguage;
  options: readonly PaymentOption[];
  /** The consent that the client may give when paying by card: saving the card, and automatic charges. */
  cardConsent?: string | null;
  /** The amount due. */
  amount: Money;
  /** The smallest part that can be paid; null if only the full amount can. */
  minAmount?: MinorUnits | null;
  /** Idempotency key of the form. */
  idempotencyKey: string;
  /** Whether a payment is already being processed, so the client probably doesn't want to pay again. */
  isCollapsed: boolean;
  failed: FailedSubmission | undefined;
}

/** Radio list of payment methods. CSS shows the fields of the selected one, so it works without JavaScript. */
export function PaymentForm(props: PayFormProps) {
  const { language = 'en', options, cardConsent, amount, minAmount, idempotencyKey, isCollapsed } = props;
  const { form: texts } = getPaymentTexts(language);
  const amountText = formatAmount(amount.minor, amount.currency, language);
  // Every method that takes BDT takes the same amount.
  const send = options.find(option => option.send)?.send;
  const converted = send && formatAmount(send.amount, send.currency, language);
  const min = formatAmount(minAmount ?? amount.minor, amount.currency, language);
  // The same object until another error: the form moves the focus for each.
  const failed = useMemo(
    () =>
      props.failed &&
      translateFields(props.failed, message => translateError(message, language, { max: amountText, min })),
    [props.failed, language, amountText, min],
  );
  const { values = {} } = failed ?? {};
  const fields = failed?.failed.fields ?? {};
  const chosen = options.find(({ method }) => method === values.method) ?? options[0];
  const form = (
    <section aria-labelledby="pay-title" className="payment-form">
      <h2 id="pay-title" className="text-h3 tabular-nums">
        {fillText(texts.pay, { amount: amountText })}
      </h2>
      <div className="[&>form]:mt-5">
        <PageForm
          acceptsFiles
          error={failed?.failed}
          formatProblems={count => fillText(texts.problems, { count: formatCount(count, language) })}
          submitLabel={
            <>
              <span className="partial:hidden">
                <span className="by-hand:hidden">{fillText(texts.pay, { amount: amountText })}</span>
                <span className="hidden by-hand:inline">
                  <span className={converted ? 'converted:hidden' : ''}>
                    {fillText(texts.sent, { amount: amountText })}
                  </span>
                  {converted && (
                    <span className="hidden converted:inline">
                      {fillText(texts.sentFor, { converted, amount: amountText })}
                    </span>
                  )}
                </span>
              </span>
              {minAmount != null && (
                <span className="hidden partial:inline">
                  <span className="by-hand:hidden">{texts.payPart}</span>
                  <span className="hidden by-hand:inline">{texts.sentPart}</span>
                </span>
              )}
            </>
          }
          busyLabel={texts.busy}
        >
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly suppressHydrationWarning />
          {minAmount != null && (
            <PartFields
              language={language}
              amount={amount}
              minAmount={minAmount}
              values={values}
              error={fields.amount}
            />
          )}
          <fieldset className="border-t border-rule" {...(fields.method ? { 'aria-describedby': 'method-error' } : {})}>
            <legend className="sr-only">{texts.methods}</legend>
            {options.map(option => (
              <PaymentOptionField
                key={option.method}
                language={language}
                option={option}
                amount={amount}
                isChosen={option === chosen}
              >
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
                      {cardConsent} <span className="block text-ink-soft">{texts.consent}</span>
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
            <div className="hidden gap-6 by-hand:grid">
              <TextField
                label={texts.sender}
                name="sender"
                hint={texts.senderHint}
                maxLength={120}
                autoComplete="off"
                defaultValue={values.sender}
                error={fields.sender}
              />
              <TextField
                label={texts.reference}
                name="reference"
                hint={texts.referenceHint}
                maxLength={120}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                defaultValue={values.reference}
                error={fields.reference}
              />
              <ProofField language={language} texts={texts} error={fields.picture ?? fields.proofId} />
            </div>
          )}
        </PageForm>
      </div>
    </section>
  );
  if (!isCollapsed) return form;
  return (
    // Opened by an error before hydration. Moving the form out of it would lose the chosen picture.
    <details open={failed !== undefined}>
      <summary className="button inline-flex cursor-pointer">{texts.otherWay}</summary>
      <div className="mt-6">{form}</div>
    </details>
  );
}

/** Returns a refused form with its messages in another language. */
function translateFields(submission: FailedSubmission, translate: (message: string) => string): FailedSubmission {
  const { message, fields } = submission.failed;
  const translated = Object.entries(fields).map(([name, error]) => [name, translate(error)]);
  const failed = { ...submission.failed, message: translate(message), fields: Object.fromEntries(translated) };
  return { ...submission, failed };
}

interface PartFieldsProps {
  language: DocumentLanguage;
  amount: Money;
  minAmount: MinorUnits;
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}

/** Choice between the full amount due and a part of it. */
function PartFields({ language, amount: { minor, currency }, minAmount, values, error }: PartFieldsProps) {
  const { form: texts } = getPaymentTexts(language);
  const choices = [
    ['all', fillText(texts.payAll, { amount: formatAmount(minor, currency, language) })],
    ['part', texts.payAPart],
  ] as const;
  return (
    <fieldset className="border-t border-rule">
      <legend className="sr-only">{texts.amountToPay}</legend>
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
      <div className="mt-4 hidden partial:block">
        <TextField
          label={fillText(texts.amountIn, { currency })}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint={fillText(texts.atLeast, { amount: formatAmount(minAmount, currency, language) })}
          defaultValue={values.amount}
          error={error}
        />
      </div>
    </fieldset>
  );
}

interface PaymentOptionFieldProps {
  language: DocumentLanguage;
  option: PaymentOption;
  amount: Money;
  isChosen: boolean;
  children: ReactNode;
}

function PaymentOptionField({ language, option, amount, isChosen, children }: PaymentOptionFieldProps) {
  const { method, label, isFake, instructions, send } = option;
  const { form: texts } = getPaymentTexts(language);
  const isManual = isManualMethod(method);
  const exchange = send && { currency: amount.currency, rate: send.rate, on: send.on };
  return (
    <div className="payment-method border-b border-rule">
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
        <span className="font-display font-semibold">{formatMethod(label, language)}</span>
        <span className="ml-auto text-right text-meta text-ink-soft">
          {isFake ? 'Fake' : isManual ? texts.byHand : texts.instantly}
        </span>
      </label>
      <div className="hidden pb-4 pl-8 text-small chosen:block">
        {exchange && (
          <p className="mb-2 font-semibold">
            <span className="partial:hidden">{formatTransfer(amount, exchange, language)}</span>
            <span className="hidden partial:inline">
              {fillText(texts.sendAtRate, { currency: TAKA, rate: rateText(exchange, language) })}
            </span>
          </p>
        )}
        {instructions !== null && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{instructions}</p>}
        {instructions === null && (
          <p className="text-ink-soft">
            {isFake
              ? 'This is a fake payment page on this computer for trying out payments. No money moves.'
              : fillText(texts.securePage, { provider: getProviderName(method) })}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

interface ProofFieldProps {
  language: DocumentLanguage;
  texts: PaymentTexts['form'];
  error: string | undefined;
}

function ProofField({ language, texts, error: ownError }: ProofFieldProps) {
  const id = useId();
  const hasLostFiles = useHasLostFiles();
  const error = ownError ?? (hasLostFiles ? texts.proofLost : undefined);
  const hint = fillText(texts.proofHint, { days: formatCount(PROOF_RETENTION_DAYS, language) });
  return (
    <FormField id={id} label={texts.proof} hint={hint} error={error}>
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
