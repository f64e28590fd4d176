import { z } from 'zod';
import { email } from '#features/auth/contract.ts';
import { defineEndpoints, emptyInput, streamedFile } from '#shared/contract.ts';
import { documentDesignInputSchema, documentDesignSchema } from './design-settings.ts';
import { documentEmailInputSchema, documentEmailKey, documentEmailListSchema } from './document-emails.ts';
import { billingSettingsSchema, updateBillingSettingsSchema } from './settings.ts';
import { currencyRatesInput, moneyReportQuery, moneyReportSchema } from './money-report.ts';
import { moneySummarySchema } from './money-summary.ts';
import { sellingNotes } from './selling.ts';
import { datevSettingsSchema } from './datev.ts';
import { taxReportPageQuery, taxReportQuery, taxReportSchema } from './tax-report.ts';
import { billingDocumentFilterSchema, billingDocumentListSchema, billingDocumentQuerySchema } from './document-list.ts';
import { billedClientListSchema, accountStatementSchema, accountStatementQuerySchema } from './statement.ts';
import { billingDocumentAddressSchema, billingDocumentDetailsSchema, missingEInvoiceData } from './document-details.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('billing');
const file = z.object({ headers: z.record(z.string(), z.string()), body: z.file() });

export const billingContract = {
  getBillingDocument: publicEndpoint(
    'GET /billing-documents/{number}/{token}',
    'Get an invoice, receipt or other billing document by its secret link',
  )
    .input(billingDocumentAddressSchema)
    .output(billingDocumentDetailsSchema),
  listBillingDocuments: ownerEndpoint('GET /billing-documents', 'List billing documents with their totals')
    .input(billingDocumentQuerySchema)
    .output(billingDocumentListSchema),
  exportBillingDocuments: ownerEndpoint('GET /billing-documents.csv', 'Export the filtered documents as CSV', {
    outputStructure: 'detailed',
  })
    .input(billingDocumentFilterSchema)
    .output(streamedFile),
  resendDocument: ownerEndpoint('POST /billing-documents/{number}/emails', 'Email a document to its client again', {
    successStatus: 201,
  })
    .input(z.strictObject({ number: z.string() }))
    .output(z.object({ done: z.literal(true) })),
  dismissEInvoiceProblem: ownerEndpoint(
    'DELETE /billing-documents/{number}/e-invoice-problem',
    'Dismiss the notice that the last email with a document had no e-invoice',
  )
    .input(z.strictObject({ number: z.string() }))
    .output(z.object({ done: z.literal(true) })),
  getMoneySummary: ownerEndpoint(
    'GET /money-summary',
    'Get the money received in the last six months and the unpaid amounts, by currency',
  )
    .input(emptyInput)
    .output(moneySummarySchema),
  getMoneyReport: ownerEndpoint(
    'GET /money-report',
    'Get received, invoiced and unpaid money by currency, for a month, quarter or year and the one before',
  )
    .input(moneyReportQuery)
    .output(moneyReportSchema),
  updateCurrencyRates: ownerEndpoint(
    'PUT /currency-rates',
    'Set what other currencies are worth in the site’s, for sums of all currencies',
  )
    .input(currencyRatesInput)
    .output(z.object({ currency: z.string() })),
  getTaxReport: ownerEndpoint('GET /tax-report', 'Get the taxes of a period by category and rate')
    .input(taxReportPageQuery)
    .output(taxReportSchema),
  exportTaxReport: ownerEndpoint('GET /tax-report.csv', 'Export the rows of a tax report as CSV', {
    outputStructure: 'detailed',
  })
    .input(taxReportQuery)
    .output(streamedFile),
  exportDatev: ownerEndpoint(
    'GET /tax-report.datev.csv',
    'Export the invoices and credit notes of a period as bookings for DATEV',
    { outputStructure: 'detailed' },
  )
    .input(taxReportQuery.pick({ period: true }))
    .output(streamedFile),
  getDatevSettings: ownerEndpoint('GET /datev-settings', 'Get the numbers and accounts of the DATEV export')
    .input(emptyInput)
    .output(datevSettingsSchema.extend({ isSaved: z.boolean() })),
  updateDatevSettings: ownerEndpoint('PUT /datev-settings', 'Set the numbers and accounts of the DATEV export')
    .input(datevSettingsSchema)
    .output(datevSettingsSchema.extend({ isSaved: z.boolean() })),
  listEInvoiceProblems: ownerEndpoint(
    'GET /e-invoice-problems',
    'List what a client’s e-invoices lack, by the client’s email address',
  )
    .input(z.strictObject({ email }))
    .output(z.object({ items: z.array(missingEInvoiceData) })),
  listBilledClients: ownerEndpoint('GET /billing-clients', 'List clients with documents')
    .input(emptyInput)
    .output(billedClientListSchema),
  getAccountStatement: ownerEndpoint('GET /account-statement', 'Get a client’s account statement for a period')
    .input(accountStatementQuerySchema)
    .output(accountStatementSchema),
  getAccountStatementPdf: ownerEndpoint(
    'GET /account-statement.pdf',
    'Get an account statement in one currency as a PDF',
    {
      outputStructure: 'detailed',
    },
  )
    .input(
      accountStatementQuerySchema.extend({
        currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code, such as EUR.'),
      }),
    )
    .output(file),
  getSellingNotes: publicEndpoint(
    'GET /selling-notes',
    'Get the tax on prices and, if ordering is unavailable, the reason',
  )
    .input(emptyInput)
    .output(sellingNotes),
  getBillingSettings: ownerEndpoint(
    'GET /billing-settings',
    'Get the billing settings: tax, paper size and manual payments',
  )
    .input(emptyInput)
    .output(billingSettingsSchema),
  updateBillingSettings: ownerEndpoint(
    'PUT /billing-settings',
    'Update the billing settings; `version` must be the current one',
  )
    .input(updateBillingSettingsSchema)
    .output(billingSettingsSchema),
  getDocumentDesign: ownerEndpoint('GET /document-design', 'Get how new invoices and other documents look')
    .input(emptyInput)
    .output(documentDesignSchema),
  updateDocumentDesign: ownerEndpoint(
    'PUT /document-design',
    'Set the layout, accent color and logo of new documents; issued ones stay as they are',
  )
    .input(documentDesignInputSchema)
    .output(documentDesignSchema),
  listDocumentEmails: ownerEndpoint(
    'GET /document-emails',
    'List the texts of emails with documents and of payment reminders, in each language',
  )
    .input(emptyInput)
    .output(documentEmailListSchema),
  updateDocumentEmail: ownerEndpoint(
    'PUT /document-emails/{kind}/{language}',
    'Change the text of an email; placeholders such as {{first_name}} are replaced when it is sent',
  )
    .input(documentEmailInputSchema)
    .output(documentEmailListSchema),
  resetDocumentEmail: ownerEndpoint('DELETE /document-emails/{kind}/{language}', 'Restore the default text of an email')
    .input(documentEmailKey)
    .output(documentEmailListSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    billing: typeof billingContract;
  }
}
