import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { BILLING_SETTINGS_DRAFT_KEY, BillingSettingsForm } from '../components/BillingSettingsForm.tsx';
import { parseRates } from '../components/RateFields.tsx';
import { parseTaxRates } from '../components/TaxRateFields.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [settings, { countries }] = await Promise.all([api.billing.getBillingSettings(), api.clients.listCountries()]);
  return { settings, countries };
});

export const action = pageAction(async ({ api, form }): Promise<never> => {
  // The owner saw the conflict and chose to overwrite the current version.
  const version = form.has('over') ? (await api.billing.getBillingSettings()).version : (form.get('version') ?? '');
  const text = (name: string) => form.get(name) ?? '';
  const behavior = form.get('businessTaxBehavior');
  await api.billing.updateBillingSettings({
    taxId: text('taxId'),
    taxCountry: text('taxCountry'),
    street: text('street'),
    postalCode: text('postalCode'),
    city: text('city'),
    region: text('region'),
    electronicAddressScheme: text('electronicAddressScheme'),
    electronicAddress: text('electronicAddress'),
    isSmallBusiness: form.get('isSmallBusiness') === 'true',
    taxRates: parseTaxRates(text),
    taxBehavior: form.get('taxBehavior') === 'exclusive' ? 'exclusive' : 'inclusive',
    businessTaxBehavior: behavior === 'exclusive' || behavior === 'inclusive' ? behavior : null,
    paperSize: form.get('paperSize') === 'Letter' ? 'Letter' : 'A4',
    iban: text('iban'),
    bic: text('bic'),
    bankTransferInstructions: text('bankTransferInstructions'),
    bkashInstructions: text('bkashInstructions'),
    nagadInstructions: text('nagadInstructions'),
    exchangeRates: parseRates(text),
    minPartialPercent: text('minPartialPercent'),
    version,
  });
  saveLocalDraft(BILLING_SETTINGS_DRAFT_KEY, undefined);
  toast.success('Settings saved. They apply to new invoices.');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.billing);
});

export function Component() {
  const { settings, countries } = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  return (
    <DashboardPage
      title="Billing settings"
      intro="Tax, your address, manual payments and PDFs. Changes apply to new invoices. Issued invoices never change."
    >
      <BillingSettingsForm settings={settings} countries={countries} failed={failed} />
    </DashboardPage>
  );
}
