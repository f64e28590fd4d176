// The public API of this feature in the browser.
export { ElectronicAddressFields } from './components/ElectronicAddressFields.tsx';
export { MissingEInvoiceData } from './components/MissingEInvoiceData.tsx';
