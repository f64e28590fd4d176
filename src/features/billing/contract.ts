import { endpoint } from '#shared/contract.ts';
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
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    billing: typeof billingContract;
  }
}
