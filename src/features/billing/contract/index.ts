import { z } from 'zod';
import { defineEndpoints, emptyInput, streamedFile } from '#shared/contract.ts';
import { billingSettingsSchema, updateBillingSettingsSchema } from './settings.ts';
import { sellingNotes } from './selling.ts';
import { billingDocumentFilterSchema, billingDocumentListSchema, billingDocumentQuerySchema } from './document-list.ts';
import { billedClientListSchema, accountStatementSchema, accountStatementQuerySchema } from './statement.ts';
import { billingDocumentAddressSchema, billingDocumentDetailsSchema } from './document-details.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('billing');
const file = z.object({ headers: z.record(z.string(), z.string()), body: z.file() });

export const billingContract = {
  getBillingDocument: publicEndpoint(
    'GET /billing-documents/{number}/{token}',
    'An invoice, receipt or other document, for whoever has its address',
  )
    .input(billingDocumentAddressSchema)
    .output(billingDocumentDetailsSchema),
  listBillingDocuments: ownerEndpoint(
    'GET /billing-documents',
    'All documents, a page at a time, and what they come to',
  )
    .input(billingDocumentQuerySchema)
    .output(billingDocumentListSchema),
  exportBillingDocuments: ownerEndpoint(
    'GET /billing-documents.csv',
    'All documents that the filters leave, as a table for a spreadsheet',
    {
      outputStructure: 'detailed',
    },
  )
    .input(billingDocumentFilterSchema)
    .output(streamedFile),
  listBilledClients: ownerEndpoint('GET /billing-clients', 'Everybody whom documents were issued to')
    .input(emptyInput)
    .output(billedClientListSchema),
  getAccountStatement: ownerEndpoint('GET /account-statement', 'A client’s account: every movement over some days')
    .input(accountStatementQuerySchema)
    .output(accountStatementSchema),
  getAccountStatementPdf: ownerEndpoint('GET /account-statement.pdf', 'The same in one currency, as a PDF', {
    outputStructure: 'detailed',
  })
    .input(
      accountStatementQuerySchema.extend({
        currency: z.string().regex(/^[A-Z]{3}$/, 'Give three letters, such as EUR.'),
      }),
    )
    .output(file),
  getSellingNotes: publicEndpoint(
    'GET /selling-notes',
    'How prices are taxed, and why nothing can be ordered yet, if so',
  )
    .input(emptyInput)
    .output(sellingNotes),
  getBillingSettings: ownerEndpoint(
    'GET /billing-settings',
    'How documents are issued: tax, paper, and how clients pay by hand',
  )
    .input(emptyInput)
    .output(billingSettingsSchema),
  updateBillingSettings: ownerEndpoint(
    'PUT /billing-settings',
    'Save how documents are issued over the version that was read',
  )
    .input(updateBillingSettingsSchema)
    .output(billingSettingsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    billing: typeof billingContract;
  }
}
