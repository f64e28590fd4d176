import { useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { BillingFields } from '../components/BillingFields.tsx';
import { readBilling, toBillingFields } from '../contract/form-fields.ts';

export const loader = pageLoader(async ({ api }) => {
  const [details, { countries }] = await Promise.all([api.clients.getMine(), api.clients.listCountries()]);
  return { ...details, countries };
});

export const action = pageAction(async ({ api, form }) => {
  await api.clients.updateMine({ billing: readBilling(form), phone: form.get('phone') ?? '' });
  toast.success('Billing details saved');
  return { at: Date.now() };
});

/** Lets clients see and correct their own address and tax number. */
export function Component() {
  const { billing, phone, countries } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const initial = refused?.values ?? { ...toBillingFields(billing), phone };
  const errors = refused?.failed.fields ?? {};
  return (
    <DashboardPage
      title="Billing details"
      intro="Your address and VAT ID as they appear on new invoices. Issued invoices don’t change."
    >
      <div className="max-w-[36rem]">
        <PageForm error={refused?.failed} submitLabel="Save billing details" busyLabel="Saving…">
          <BillingFields countries={countries} initial={initial} errors={errors} />
          <TextField
            label="Phone (optional)"
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            defaultValue={initial.phone}
            error={errors.phone}
          />
        </PageForm>
      </div>
    </DashboardPage>
  );
}
