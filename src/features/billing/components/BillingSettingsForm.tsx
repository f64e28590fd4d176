import type { ReactNode } from 'react';
import { useVersionedForm } from '#features/pricing/browser.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { formatMoney, getFractionDigits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { BillingSettings } from '../contract/settings.ts';
import { parseTaxRate } from '../contract/tax-rate.ts';
import { formatAmount } from '../rules/labels.ts';
import { listPaymentInstructions, listPaymentOptions } from '../rules/payment-instructions.ts';
import { calculateTotals } from '../rules/totals.ts';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import { RateFields, toRateFields, countRows, findTypedRate } from './RateFields.tsx';

/** Storage key of the unsaved form. */
export const BILLING_SETTINGS_DRAFT_KEY = 'billing-settings';

interface BillingFormProps {
  settings: BillingSettings;
  failed: { failed: ErrorBody['error']; values: Readonly<Record<string, string>> } | undefined;
}

const methods = [
  [
    'bankTransferInstructions',
    'Bank transfer',
    'Account holder, IBAN or account number, bank, and what to give as the reference.',
  ],
  ['bkashInstructions', 'bKash', 'The number to send to, and of what kind it is.'],
  ['nagadInstructions', 'Nagad', 'The number to send to, and of what kind it is.'],
] as const;

export function BillingSettingsForm({ settings, failed }: BillingFormProps) {
  const { version, currency, exchangeRates, ...document } = settings;
  const saved = {
    ...Object.fromEntries(Object.entries(document).map(([name, value]) => [name, value ?? ''])),
    ...toRateFields(exchangeRates),
  };
  const { initial, typed, resetKey, onInput, versionInput, notices, dialog } = useVersionedForm({
    name: BILLING_SETTINGS_DRAFT_KEY,
    saved,
    version,
    failed,
    path: dashboardPaths.billing,
  });
  const field = (name: string) => ({ name, defaultValue: initial[name] ?? '', error: failed?.failed.fields[name] });
  const example = formatTaxExample(typed, currency);
  const instructions = listPaymentInstructions(typed);
  const invoice = { minor: toMinorUnits(100 * 10 ** getFractionDigits(currency)), currency };
  const ways = listPaymentOptions(instructions, invoice, findTypedRate(typed, currency));
  const omitted = instructions.filter(({ method }) => ways.every(way => way.method !== method));
  return (
    <div className="[&>form]:mt-0 [&>form]:gap-0">
      <PageForm error={failed?.failed} submitLabel="Save" busyLabel="Saving…" hasStickyFooter>
        {versionInput}
        <div className="grid gap-4 pb-6 empty:hidden">{notices}</div>
        <div key={resetKey} onInput={onInput}>
          <SettingsSection
            title="Tax"
            description="A rate of 0 is no tax, and documents say nothing of it. What was ordered keeps the tax it was ordered with."
          >
            <div className="grid gap-6">
              <TextField
                label="Your tax ID"
                hint="Stands below your address. Leave it empty if you have none."
                autoComplete="off"
                {...field('taxId')}
              />
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  label="Name of the tax"
                  hint="As in VAT or Sales tax."
                  autoComplete="off"
                  {...field('taxName')}
                />
                <TextField
                  label="Rate in per cent"
                  hint="Such as 7.5."
                  inputMode="decimal"
                  autoComplete="off"
                  {...field('taxRate')}
                />
              </div>
              <SelectField
                label="Your prices"
                options={{ inclusive: 'Contain the tax', exclusive: 'Are without it: the tax is added' }}
                {...field('taxBehavior')}
              />
              {example && <Preview label="An example">{example}</Preview>}
            </div>
          </SettingsSection>
          <SettingsSection
            title="Paying by hand"
            description="What a client is told who pays without a card. A method without instructions is not offered. Every payment of this kind waits until you confirm that it arrived."
          >
            <div className="grid gap-6">
              {methods.map(([name, label, hint]) => (
                <TextArea key={name} label={label} hint={hint} rows={3} maxLength={1500} {...field(name)} />
              ))}
              <RateFields rows={countRows(exchangeRates, failed?.values)} field={field} />
              <Preview label={`As a client will see it on an invoice over ${formatMoney(invoice)}`}>
                {ways.length > 0 ? <PaymentInstructions methods={ways} /> : 'Nothing: none of the three is offered.'}
                {omitted.length > 0 && (
                  <p className="mt-3">
                    {omitted.map(({ method }) => method).join(' and ')} {omitted.length === 1 ? 'takes' : 'take'} BDT
                    only, so clients can’t choose {omitted.length === 1 ? 'it' : 'them'} for an invoice in {currency}.
                    Set a rate for {currency}.
                  </p>
                )}
              </Preview>
            </div>
          </SettingsSection>
          <SettingsSection
            title="Paper"
            description="The size of PDFs that are made from now on. A PDF that was made stays as it is."
          >
            <SelectField
              label="Size"
              options={{ A4: 'A4 (210 × 297 mm)', Letter: 'Letter (8.5 × 11 in)' }}
              {...field('paperSize')}
            />
          </SettingsSection>
        </div>
      </PageForm>
      {dialog}
    </div>
  );
}

/** Shows a preview of the entered values. */
function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border border-rule bg-raised px-5 py-4">
      <p className="meta mb-2">{label}</p>
      <div className="text-small">{children}</div>
    </div>
  );
}

/** Returns an example of a price of 100 with the entered tax; undefined without tax or if it is invalid. */
function formatTaxExample(typed: Readonly<Record<string, string>>, currency: string): string | undefined {
  const basisPoints = parseTaxRate(typed.taxRate ?? '');
  if (!basisPoints) return undefined;
  const price = toMinorUnits(100 * 10 ** getFractionDigits(currency));
  const taxBehavior = typed.taxBehavior === 'exclusive' ? 'exclusive' : 'inclusive';
  const sums = calculateTotals({ lineItems: [{ quantity: 1, unitAmount: price }], taxBehavior, tax: { basisPoints } });
  const [net, tax, total] = [sums.subtotal, sums.taxAmount, sums.total].map(minor => formatAmount(minor, currency));
  const name = `${typed.taxName ?? ''} ${rateText(basisPoints)}`.trim();
  return `A price of ${formatAmount(price, currency)}: ${net} and ${name}, ${tax}. The client pays ${total}.`;
}
