import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { listActivity } from './actions/activity.ts';
import { getOwnBillingDetails, updateOwnBillingDetails } from './actions/billing-details.ts';
import { checkVatId } from './actions/check-vat-id.ts';
import {
  createClient,
  deleteClient,
  dismissDuplicate,
  getClientDetails,
  listClients,
  listDuplicates,
  updateClient,
  updateClientReminders,
} from './actions/clients.ts';
import { exportClients, importClients } from './actions/import-clients.ts';
import { mergeIntoClient, undoMerge } from './actions/merge.ts';
import { clientsContract } from './contract/index.ts';
import { findClientByEmail } from './queries/clients.ts';
import { listCountries } from './contract/countries.ts';

const clients = implement(clientsContract).$context<ApiContext>();

export const clientsHandlers = clients.router({
  list: clients.list.handler(({ context, input }) => listClients(context.db, context, input)),
  export: clients.export.handler(({ context, input }) => exportClients(context.db, context, input)),
  import: clients.import.handler(({ context, input }) => importClients(context, input)),
  get: clients.get.handler(({ context, input }) => getClientDetails(context, input)),
  find: clients.find.handler(async ({ context, input }) => {
    return { id: (await findClientByEmail(context.db, input.email))?.id ?? null };
  }),
  listActivity: clients.listActivity.handler(({ context, input }) => listActivity(context.db, context, input)),
  create: clients.create.handler(inTransaction(createClient)),
  update: clients.update.handler(inTransaction(updateClient)),
  updateReminders: clients.updateReminders.handler(inTransaction(updateClientReminders)),
  delete: clients.delete.handler(inTransaction(deleteClient)),
  checkVatId: clients.checkVatId.handler(({ context, input }) => checkVatId(context, input)),
  listDuplicates: clients.listDuplicates.handler(({ context }) => listDuplicates(context.db, context)),
  dismissDuplicate: clients.dismissDuplicate.handler(inTransaction(dismissDuplicate)),
  merge: clients.merge.handler(inTransaction(mergeIntoClient)),
  undoMerge: clients.undoMerge.handler(inTransaction(undoMerge)),
  listCountries: clients.listCountries.handler(() => ({ countries: listCountries() })),
  getMine: clients.getMine.handler(({ context }) => getOwnBillingDetails(context.db, requireUser(context).email)),
  updateMine: clients.updateMine.handler(inTransaction(updateOwnBillingDetails)),
});
