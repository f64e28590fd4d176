// What other parts of the product may import on the server.
export { getDocumentClient, saveBuyer } from './actions/billing-details.ts';
export { findClientByEmail } from './queries/clients.ts';
export type { ClientActivitySource } from './rules/activity.ts';
