import { endpoint, nothing } from '#shared/contract.ts';
import { billingSettingsDocument, savedBillingSettings } from './contract/settings.ts';
import { documentPlace, documentReading } from './contract/reading.ts';

const tags = ['billing'];

export const billingContract = {
  document: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/documents/{number}/{token}',
      tags,
      summary: 'An invoice, receipt or other document, for whoever has its address',
    })
    .input(documentPlace)
    .output(documentReading),
  settings: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/billing',
      tags,
      summary: 'How documents are issued: tax, paper, and how clients pay by hand',
    })
    .input(nothing)
    .output(billingSettingsDocument),
  saveSettings: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/billing',
      tags,
      summary: 'Save how documents are issued over the version that was read',
    })
    .input(savedBillingSettings)
    .output(billingSettingsDocument),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    billing: typeof billingContract;
  }
}
