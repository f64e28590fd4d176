// The public API of this feature on the server.
export { findAutomaticCharge } from './actions/automatic-charges.ts';
export { chooseOrderTax, getTaxChoice, renewOrderTax } from './actions/taxes.ts';
export {
  authorizeDocumentUrl,
  buildDocumentPath,
  buildDocumentUrl,
  getDocumentByAddress,
} from './actions/document-urls.ts';
export {
  cancelReceipt,
  createIssueContext,
  type IssueContext,
  issueCreditNote,
  issueDocument,
  issueReceipt,
  type IssueServices,
  type ReceivedPayment,
} from './actions/issue-document.ts';
export { createDesign, findDocumentDesign, findSavedLogo } from './actions/document-design.ts';
export { findFilledEmailText } from './actions/document-emails.ts';
export { exportDocumentSettings, importDatevSettings, importEmailTexts } from './actions/import-export.ts';
export { getIssuer, translateDraft } from './actions/issuer.ts';
export { getOrRenderPdf, type PdfServices } from './actions/pdf-files.ts';
export { readSellingNotes, requireSelling } from './actions/selling.ts';
export { exportBillingSettings, importBillingSettings } from './actions/settings.ts';
export {
  type BillingDocumentRow,
  findBillingDocument,
  findBillingDocumentByNumber,
  listCreditNotes,
  listEInvoiceProblems,
} from './queries/documents.ts';
export {
  getAmountCredited,
  getAmountDue,
  getAmountPaid,
  getBalance,
  getHeld,
  insertAdjustment,
  insertLateFeeWaiver,
  insertLedgerEntry,
  listOverdue,
  listPayableDocuments,
  owedAgainAt,
  type PayableDocument,
} from './queries/ledger.ts';
export { documentClientKey, documentOffer, documentSearchText } from './queries/list-documents.ts';
export { replaceAllCurrencyRates } from './queries/currency-rates.ts';
export { updateDesignRow } from './queries/document-design.ts';
export { getBillingSettingsRow } from './queries/settings.ts';
export { fillText } from './rules/document-texts/texts.ts';
export {
  creditOf,
  creditSharesOf,
  exceedsTaxOf,
  listCreditedLines,
  shareOfLines,
  uncreditedOf,
} from './rules/credit-notes.ts';
export { finalizeDocument, isPayable, payableKinds, type UnissuedDocument } from './rules/documents.ts';
export { rateOfCurrency } from './rules/exchange.ts';
export { type FilledEmailText, getEmailLabels } from './rules/document-emails.ts';
export {
  formatAmount,
  formatDay,
  formatDocumentTitle,
  formatMoment,
  languageOf,
} from './rules/labels.ts';
export {
  formatMethod,
  listPaymentInstructions,
  takesTakaOnly,
  listPaymentOptions,
} from './rules/payment-instructions.ts';
export { areTaxesExclusive, findLineTax, toTaxOption } from './rules/tax-options.ts';
export type { TaxBuyer } from './rules/propose-tax.ts';
export { applyTranslations, translateReason } from './rules/site-texts.ts';
export { calculateTotals, listTaxTotals, toDocumentTax } from './rules/totals.ts';
export { billingDocuments, documentBalances, ledgerAdjustments, ledgerEntries } from './tables.ts';
