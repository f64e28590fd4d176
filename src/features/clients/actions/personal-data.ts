import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteClientRow, findClientByEmail, listEmailsOfClients, updateClientRow } from '../queries/clients.ts';
import { pickEInvoiceSettings } from '../rules/billing-details.ts';
import { hasSales } from './clients.ts';

/**
 * The client's details. If there are invoices or open orders, the law or the contract requires the name and the billing
 * details, so erasure only deletes the rest.
 */
export const clientPersonalData: PersonalDataProvider = {
  name: 'client',
  async export(db, { email }) {
    const client = await findClientByEmail(db, email);
    if (!client) return null;
    const { name, phone, company, street, postalCode, city, region, country, taxId, createdAt } = client;
    const { language, currency, paymentDays, reminderSchedule } = client;
    const emails = (await listEmailsOfClients(db, [client.id])).get(client.id) ?? [];
    const address = { company, street, postalCode, city, region, country };
    const billing = { ...address, taxId, ...pickEInvoiceSettings(client), language, currency, paymentDays };
    return { name, emails, phone, ...billing, reminderSchedule, createdAt };
  },
  async erase(tx, { email }, services) {
    const client = await findClientByEmail(tx, email);
    if (!client) return;
    if (await hasSales(tx, services, client.id))
      await updateClientRow(tx, client.id, { phone: '', notes: '', tags: [] });
    else await deleteClientRow(tx, client.id);
  },
};
