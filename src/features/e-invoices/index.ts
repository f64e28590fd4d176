// The public API of this feature on the server.
export { writeEInvoice } from './rules/write-e-invoice.ts';
