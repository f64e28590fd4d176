// What other parts of the product may import on the server.
export { writeEInvoice } from './rules/write-e-invoice.ts';
