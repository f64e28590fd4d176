import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteClientRows, findClientByEmail, listClientEmails } from '../queries/clients.ts';
import { deletePrivateDetails, listMergedIds } from '../queries/merges.ts';
import { pickEInvoiceSettings } from '../rules/billing-details.ts';
import { hasSales } from './clients.ts';

/**
 * The client's details. If there are invoices or open orders, the law or the contract requires the name and the billing
 * details, so erasure only deletes the rest. It includes the clients that were merged into this one.
 */
export const clientPersonalData: PersonalDataProvider = {
  name: 'client',
  async export(db, { email }) {
    const client = await findClientByEmail(db, email);
    if (!client) return null;
    const { name, phone, company, street, postalCode, city, region, country, taxId, createdAt } = client;
    const { language, currency, paymentDays, reminderSchedule } = client;
    const emails = await listClientEmails(db, client.id);
    const address = { company, street, postalCode, city, region, country };
    const billing = { ...address, taxId, ...pickEInvoiceSettings(client), language, currency, paymentDays };
    return { name, emails, phone, ...billing, reminderSchedule, createdAt };
  },
  async erase(tx, { email }, services) {
    const client = await findClientByEmail(tx, email);
    if (!client) return;
    const ids = await listMergedIds(tx, client.id);
    if (await hasSales(tx, services, client.id)) await deletePrivateDetails(tx, ids);
    else await deleteClientRows(tx, ids);
  },
};
