// What other parts of the product may import in the browser.
export { ElectronicAddressFields } from './components/ElectronicAddressFields.tsx';
export { MissingEInvoiceData } from './components/MissingEInvoiceData.tsx';
