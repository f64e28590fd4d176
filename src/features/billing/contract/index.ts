import { z } from 'zod';
import { endpoint, emptyInput, streamedFile } from '#shared/contract.ts';
import { billingSettingsSchema, updateBillingSettingsSchema } from './settings.ts';
import { sellingNotes } from './selling.ts';
import { billingDocumentFilterSchema, billingDocumentListSchema, billingDocumentQuerySchema } from './document-list.ts';
import { billedClientListSchema, accountStatementSchema, accountStatementQuerySchema } from './statement.ts';
import { billingDocumentAddressSchema, billingDocumentDetailsSchema } from './document-details.ts';

const tags = ['billing'];
const file = z.object({ headers: z.record(z.string(), z.string()), body: z.file() });

export const billingContract = {
  getBillingDocument: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/billing-documents/{number}/{token}',
      tags,
      summary: 'An invoice, receipt or other document, for whoever has its address',
    })
    .input(billingDocumentAddressSchema)
    .output(billingDocumentDetailsSchema),
  listBillingDocuments: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/billing-documents',
      tags,
      summary: 'All documents, a page at a time, and what they come to',
    })
    .input(billingDocumentQuerySchema)
    .output(billingDocumentListSchema),
  exportBillingDocuments: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/billing-documents.csv',
      tags,
      summary: 'All documents that the filters leave, as a table for a spreadsheet',
      outputStructure: 'detailed',
    })
    .input(billingDocumentFilterSchema)
    .output(streamedFile),
  listBilledClients: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/billing-clients', tags, summary: 'Everybody whom documents were issued to' })
    .input(emptyInput)
    .output(billedClientListSchema),
  getAccountStatement: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/account-statement',
      tags,
      summary: 'A client’s account: every movement over some days',
    })
    .input(accountStatementQuerySchema)
    .output(accountStatementSchema),
  getAccountStatementPdf: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/account-statement.pdf',
      tags,
      summary: 'The same in one currency, as a PDF',
      outputStructure: 'detailed',
    })
    .input(
      accountStatementQuerySchema.extend({
        currency: z.string().regex(/^[A-Z]{3}$/, 'Give three letters, such as EUR.'),
      }),
    )
    .output(file),
  getSellingNotes: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/selling-notes',
      tags,
      summary: 'How prices are taxed, and why nothing can be ordered yet, if so',
    })
    .input(emptyInput)
    .output(sellingNotes),
  getBillingSettings: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/billing-settings',
      tags,
      summary: 'How documents are issued: tax, paper, and how clients pay by hand',
    })
    .input(emptyInput)
    .output(billingSettingsSchema),
  updateBillingSettings: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/billing-settings',
      tags,
      summary: 'Save how documents are issued over the version that was read',
    })
    .input(updateBillingSettingsSchema)
    .output(billingSettingsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    billing: typeof billingContract;
  }
}
