// The public API of this feature in the browser.
export { BillingDocumentView } from './components/BillingDocumentView.tsx';
export { CurrencyRates } from './components/CurrencyRates.tsx';
export { MoneyPeriodPicker } from './components/MoneyPeriodPicker.tsx';
export { MoneyReportView } from './components/MoneyReportView.tsx';
export { MoneySummarySection } from './components/MoneySummarySection.tsx';
export { TaxSelect } from './components/TaxSelect.tsx';
export { formatTransfer, rateText } from './rules/exchange.ts';
export { formatDocumentStatus } from './rules/document-balance.ts';
export { fillText, getDocumentTexts } from './rules/document-texts/texts.ts';
export {
  formatAmount,
  formatCount,
  formatDay,
  formatDayOf,
  formatDocumentTitle,
  getKindLabels,
} from './rules/labels.ts';
export { formatMethod } from './rules/payment-instructions.ts';
export { translateReason } from './rules/site-texts.ts';
export { formatAccountEntry } from './rules/statements.ts';
export { listMoneyFilters, moneyFilterNames } from './rules/money-links.ts';
export { parseMoneyPeriod, toPeriodName } from './rules/money-periods.ts';
export type { TaxOption } from './rules/tax-options.ts';
