import type { ReactNode } from 'react';
import { ElectronicAddressFields } from '#features/e-invoices/browser.ts';
import { useVersionedForm } from '#features/pricing/browser.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { RejectedForm } from '#platform/pages/loader.ts';
import { formatMoney, getFractionDigits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { BillingSettings } from '../contract/settings.ts';
import { taxCategoryLabels } from '../contract/tax-categories.ts';
import { parseTaxRate } from '../contract/tax-rate.ts';
import { formatAmount } from '../rules/labels.ts';
import { listPaymentInstructions, listPaymentOptions } from '../rules/payment-instructions.ts';
import { calculateTotals } from '../rules/totals.ts';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import { parseTaxRates, TaxRateFields, toTaxRateFields } from './TaxRateFields.tsx';
import { RateFields, toRateFields, findTypedRate } from './RateFields.tsx';

/** Storage key of the unsaved form. */
export const BILLING_SETTINGS_DRAFT_KEY = 'billing-settings';

interface BillingFormProps {
  settings: BillingSettings;
  /** Codes and names. */
  countries: readonly (readonly [code: string, name: string])[];
  failed: RejectedForm | undefined;
}

const behaviors = { inclusive: 'Include tax', exclusive: 'Exclude tax' };

const methods = [
  [
    'bankTransferInstructions',
    'Bank transfer',
    'Account holder, IBAN or account number, bank, and the reference to use.',
  ],
  ['bkashInstructions', 'bKash', 'Your number and the account type, such as Personal or Merchant.'],
  ['nagadInstructions', 'Nagad', 'Your number and the account type, such as Personal or Merchant.'],
] as const;

export function BillingSettingsForm({ settings, countries, failed }: BillingFormProps) {
  const { version, currency, exchangeRates, taxRates, taxName: _name, taxRate: _rate, ...document } = settings;
  const saved = {
    ...Object.fromEntries(Object.entries(document).map(([name, value]) => [name, String(value ?? '')])),
    ...toRateFields(exchangeRates),
    ...toTaxRateFields(taxRates),
  };
  const { initial, typed, resetKey, onInput, dirty, versionInput, notices } = useVersionedForm({
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
      <PageForm error={failed?.failed} submitLabel="Save settings" busyLabel="Saving…" hasStickyFooter hasDraft={dirty}>
        {versionInput}
        <div className="grid gap-4 pb-6 empty:hidden">{notices}</div>
        <div key={resetKey} onInput={onInput}>
          <SettingsSection
            title="Tax"
            description="Without a rate, invoices don’t mention tax. Changes don’t affect existing orders."
          >
            <div className="grid gap-6">
              <TextField
                label="Tax ID (optional)"
                hint="Shown below your address on invoices."
                autoComplete="off"
                {...field('taxId')}
              />
              <div className="grid items-start gap-6 sm:grid-cols-2">
                <SelectField
                  label="Country (optional)"
                  hint="Where your business is."
                  options={{ '': 'Choose a country', ...Object.fromEntries(countries) }}
                  autoComplete="country"
                  {...field('taxCountry')}
                />
                <SelectField
                  label="VAT status"
                  options={{ false: 'I charge tax', true: taxCategoryLabels.small_business }}
                  {...field('isSmallBusiness')}
                />
              </div>
              <TaxRateFields typed={typed} field={field} />
              <div className="grid gap-6 sm:grid-cols-2">
                <SelectField label="Your prices" options={behaviors} {...field('taxBehavior')} />
                <SelectField
                  label="Prices for businesses"
                  options={{ '': 'Same', ...behaviors }}
                  {...field('businessTaxBehavior')}
                />
              </div>
              {example && <Preview label="Example">{example}</Preview>}
            </div>
          </SettingsSection>
          <SettingsSection
            title="Your address"
            description="Printed on new invoices, and required for e-invoices. Without it, invoices show the address of your profile."
          >
            <div className="grid gap-6">
              <TextArea
                label="Street and number (optional)"
                autoComplete="street-address"
                rows={2}
                maxLength={300}
                {...field('street')}
              />
              <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
                <TextField
                  label="Postal code (optional)"
                  autoComplete="postal-code"
                  maxLength={20}
                  {...field('postalCode')}
                />
                <TextField label="City (optional)" autoComplete="address-level2" maxLength={80} {...field('city')} />
              </div>
              <TextField
                label="State or province (optional)"
                autoComplete="address-level1"
                maxLength={80}
                {...field('region')}
              />
              <ElectronicAddressFields field={field} hint="Your address in Peppol or a similar network." />
            </div>
          </SettingsSection>
          <SettingsSection
            title="Manual payments"
            description="Clients see these instructions when they pay by bank transfer, bKash or Nagad. To offer a method, add its instructions. You confirm each payment once the money arrives."
          >
            <div className="grid gap-6">
              <div className="grid items-start gap-6 sm:grid-cols-2">
                <TextField
                  label="IBAN (optional)"
                  hint="For bank transfers. Banking apps read it from the invoice’s QR code."
                  autoComplete="off"
                  {...field('iban')}
                />
                <TextField
                  label="BIC (optional)"
                  hint="Needed for transfers from outside the European Economic Area."
                  autoComplete="off"
                  {...field('bic')}
                />
              </div>
              {methods.map(([name, label, hint]) => (
                <TextArea key={name} label={label} hint={hint} rows={3} maxLength={1500} {...field(name)} />
              ))}
              <RateFields typed={typed} field={field} />
              <Preview label={`Preview for an invoice of ${formatMoney(invoice)}`}>
                {ways.length > 0 ? (
                  <PaymentInstructions methods={ways} />
                ) : (
                  'No manual payment methods. Add instructions to offer one.'
                )}
                {omitted.length > 0 && (
                  <p className="mt-3">
                    To offer {omitted.map(({ method }) => method).join(' and ')} for invoices in {currency}, add an
                    exchange rate for {currency}.
                  </p>
                )}
              </Preview>
            </div>
          </SettingsSection>
          <SettingsSection
            title="Partial payments"
            description="Lets clients pay a part of any open invoice. You can change this for each invoice."
          >
            <TextField
              label="Smallest part in percent (optional)"
              hint="Leave empty if clients pay in full. Consultations are always paid in full."
              inputMode="numeric"
              autoComplete="off"
              {...field('minPartialPercent')}
            />
          </SettingsSection>
          <SettingsSection title="PDFs" description="Applies to new PDFs. Existing PDFs don’t change.">
            <SelectField
              label="Paper size"
              options={{ A4: 'A4 (210 × 297 mm)', Letter: 'Letter (8.5 × 11 in)' }}
              {...field('paperSize')}
            />
          </SettingsSection>
        </div>
      </PageForm>
    </div>
  );
}

/** Shows a preview of the entered values. */
function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border border-rule bg-raised px-5 py-4">
      <p className="hint mb-2">{label}</p>
      <div className="text-small">{children}</div>
    </div>
  );
}

/** Returns an example with a price of 100 and the entered tax; undefined if the rate is zero or invalid. */
function formatTaxExample(typed: Readonly<Record<string, string>>, currency: string): string | undefined {
  const [rate] = typed.isSmallBusiness === 'true' ? [] : parseTaxRates(name => typed[name] ?? '');
  const basisPoints = parseTaxRate(rate?.rate ?? '');
  if (!basisPoints) return undefined;
  const price = toMinorUnits(100 * 10 ** getFractionDigits(currency));
  const taxBehavior = typed.taxBehavior === 'exclusive' ? 'exclusive' : 'inclusive';
  const sums = calculateTotals({ lineItems: [{ quantity: 1, unitAmount: price }], taxBehavior, tax: { basisPoints } });
  const [net, tax, total] = [sums.subtotal, sums.taxAmount, sums.total].map(minor => formatAmount(minor, currency));
  const name = `${rateText(basisPoints)} ${rate?.name ?? ''}`.trim();
  return `For a price of ${formatAmount(price, currency)}, the client pays ${total}: ${net} plus ${tax} tax (${name}).`;
}
