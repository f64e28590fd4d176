// The public API of this feature on the server.
export { exportPricing, importOffers } from './actions/import-export.ts';
export { findConsultationOption, getConsultationPricing, getPricing } from './queries/pricing.ts';
export { getPaymentTerms, importPaymentTerms } from './queries/terms.ts';
