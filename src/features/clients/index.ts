// The public API of this feature on the server.
export { getBilledClient } from './actions/billed-client.ts';
export {
  findCheckoutBuyer,
  findTaxBuyer,
  getDocumentClient,
  saveBuyer,
  toTaxBuyer,
} from './actions/billing-details.ts';
export { formatAddressLines, getContactName } from './rules/billing-details.ts';
export { type ClientRow, findClient, findClientByEmail, listAddressesOf } from './queries/clients.ts';
export type { ClientActivitySource } from './rules/activity.ts';
