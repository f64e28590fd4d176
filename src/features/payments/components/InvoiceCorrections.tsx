import { formatAmount } from '#features/billing/browser.ts';
import { type MinorUnits, toDecimalString } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { EmailCheckbox } from './EmailCheckbox.tsx';
import type { InvoiceFormProps } from './RecordPaymentForm.tsx';

/** Forms for credit, write-offs and payments of a part; each is collapsed until it is needed. */
export function InvoiceCorrections({ invoice, formKey, refused }: InvoiceFormProps) {
  const { currency, balance, client, credits, appliedCredits, partialPayment } = invoice;
  const { amountDue, amountWrittenOff } = balance;
  const { minAmount, isDefault, isPossible } = partialPayment;
  const [first] = credits;
  const getForm = (intent: string, saved: Readonly<Record<string, string | number>> = {}) => {
    const own = refused?.values.intent === intent ? refused : undefined;
    const key = <input type="hidden" name="key" value={formKey} readOnly />;
    const error = own?.failed;
    return { form: { intent, error, fieldsKey: formKey }, error, own, field: createFieldProps(own, saved), key };
  };
  const toText = (minor: MinorUnits) => toDecimalString({ minor, currency });
  const credit = getForm(
    'apply_credit',
    first && { from: first.number, amount: toText(toMinorUnits(Math.min(amountDue, first.amount))) },
  );
  const undoCredit = getForm('undo_credit', { credit: appliedCredits.at(-1)?.id ?? '' });
  const writeOff = getForm('write_off', { amount: toText(amountDue) });
  const undo = getForm('undo_write_off');
  const partial = getForm('partial_payment', {
    choice: isDefault ? 'default' : minAmount === null ? 'full' : 'part',
    amount: minAmount === null ? '' : toText(minAmount),
  });
  const amountField = { label: `Amount in ${currency}`, inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <div className="max-w-xl border-b border-rule empty:hidden [&_form]:mt-2 [&_p+form]:mt-5">
      {amountDue > 0 && first && (
        <Disclosure label="Apply credit" open={credit.error !== undefined}>
          <PageForm {...credit.form} submitLabel="Apply credit" busyLabel="Applying…">
            {credit.key}
            <SelectField
              label="Credit from"
              hint="The client overpaid these invoices, or they were credited after payment. Refunds that you haven’t sent yet are reduced."
              options={Object.fromEntries(
                credits.map(({ number, amount }) => [number, `${number}: ${formatAmount(amount, currency)}`]),
              )}
              {...credit.field('from')}
            />
            <TextField {...amountField} {...credit.field('amount')} />
          </PageForm>
        </Disclosure>
      )}
      {appliedCredits.length > 0 && (
        <Disclosure label="Undo applied credit" open={undoCredit.error !== undefined}>
          <PageForm {...undoCredit.form} submitLabel="Undo credit" busyLabel="Saving…" danger>
            {undoCredit.key}
            <SelectField
              label="Credit"
              hint="It’s due again on this invoice. The credit can be used for another one, or becomes a refund for you to send."
              options={Object.fromEntries(
                appliedCredits.map(({ id, number, date, amount }) => [
                  id,
                  `${formatAmount(amount, currency)} from ${number}, ${formatPlainDate(date)}`,
                ]),
              )}
              {...undoCredit.field('credit')}
            />
            <TextArea
              label="Reason"
              hint="The client sees this."
              rows={2}
              maxLength={500}
              {...undoCredit.field('reason')}
            />
            {client.email !== null && <EmailCheckbox name="notifiesClient" refused={undoCredit.own} />}
          </PageForm>
        </Disclosure>
      )}
      {amountDue > 0 && (
        <Disclosure label="Write off" open={writeOff.error !== undefined}>
          <p className="text-small text-ink-soft">
            The amount counts as settled, but not as received, and the order continues. Taxes don’t change. To reduce
            the invoice itself, issue a credit note.
          </p>
          <PageForm {...writeOff.form} submitLabel="Write off" busyLabel="Saving…" danger>
            {writeOff.key}
            <TextField {...amountField} {...writeOff.field('amount')} />
            <TextArea
              label="Reason"
              hint="Clients see this on their order’s page."
              rows={2}
              maxLength={500}
              {...writeOff.field('reason')}
            />
          </PageForm>
        </Disclosure>
      )}
      {amountWrittenOff > 0 && (
        <Disclosure label="Undo write-off" open={undo.error !== undefined}>
          <PageForm {...undo.form} submitLabel="Undo write-off" busyLabel="Saving…" danger>
            {undo.key}
            <TextArea
              label="Reason"
              hint={`${formatAmount(amountWrittenOff, currency)} is due again.`}
              rows={2}
              maxLength={500}
              {...undo.field('reason')}
            />
          </PageForm>
        </Disclosure>
      )}
      {amountDue > 0 && isPossible && (
        <Disclosure label="Partial payments" open={partial.error !== undefined}>
          <PageForm {...partial.form} submitLabel="Save" busyLabel="Saving…">
            <SelectField
              label="The client can pay"
              options={{ default: 'As in the billing settings', full: 'All of it', part: 'A part of it' }}
              {...partial.field('choice')}
            />
            <TextField
              {...amountField}
              label={`Smallest part in ${currency}`}
              hint="Only if the client can pay a part."
              {...partial.field('amount')}
            />
          </PageForm>
        </Disclosure>
      )}
    </div>
  );
}
