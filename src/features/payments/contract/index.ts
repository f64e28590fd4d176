import { z } from 'zod';
import { defineEndpoints, fileBody, emptyInput, streamedFile } from '#shared/contract.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { createdPaymentSchema, createPaymentSchema, paymentSummarySchema } from './checkout.ts';
import { billingDocumentAddressSchema } from '#features/billing/contract/document-details.ts';
import {
  appliedCredit,
  invoiceBalanceSchema,
  invoiceNumberSchema,
  partialPaymentSchema,
  recordedPayment,
  undoneCredit,
  undoneWriteOff,
  voidedPayment,
  writeOffSchema,
} from './invoices.ts';
import {
  idParamSchema,
  ownerRefund,
  paymentDetails,
  paymentFilter,
  paymentQuery,
  paymentListItemSchema,
  paymentListSchema,
  refundDecision,
  rejectPaymentSchema,
  reviewedPaymentSchema,
  markRefundSentSchema,
  waitingWithTotals,
} from './review.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('payments');
const done = z.object({ done: z.literal(true) });

export const paymentsContract = {
  getPaymentSummary: publicEndpoint(
    'GET /billing-documents/{number}/{token}/payments',
    'Get a document’s payment options and payments by its secret link',
  )
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  createPayment: publicEndpoint(
    'POST /billing-documents/{number}/{token}/payments',
    'Pay the amount due on a document: get the provider’s payment page, or report a transfer',
    { successStatus: 201 },
  )
    .input(createPaymentSchema)
    .output(createdPaymentSchema),
  uploadPaymentProof: publicEndpoint(
    'POST /billing-documents/{number}/{token}/payment-proofs',
    'Upload proof of a transfer: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(pictureTypes) }),
      inputStructure: 'detailed',
      successStatus: 201,
    },
  )
    .input(z.object({ params: billingDocumentAddressSchema, body: z.file() }))
    .output(z.object({ proofId: z.string() })),
  refreshPayments: publicEndpoint(
    'POST /billing-documents/{number}/{token}/payments/refresh',
    'Check pending payments with their providers',
  )
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  listPaymentsNeedingAttention: ownerEndpoint(
    'GET /payments/needs-attention',
    'List payments and refunds that need the owner’s attention',
  )
    .input(emptyInput)
    .output(waitingWithTotals),
  listPayments: ownerEndpoint('GET /payments', 'List payments, newest first')
    .input(paymentQuery)
    .output(paymentListSchema),
  exportPayments: ownerEndpoint('GET /payments.csv', 'Export the filtered payments as CSV', {
    outputStructure: 'detailed',
  })
    .input(paymentFilter)
    .output(streamedFile),
  confirmPayment: ownerEndpoint('POST /payments/{id}/confirm', 'Confirm that a transfer has arrived')
    .input(reviewedPaymentSchema)
    .output(paymentListItemSchema),
  rejectPayment: ownerEndpoint('POST /payments/{id}/reject', 'Reject a reported payment, with a reason for the client')
    .input(rejectPaymentSchema)
    .output(paymentListItemSchema),
  getInvoice: ownerEndpoint('GET /invoices/{number}/balance', 'Get an invoice’s balance with each change of it')
    .input(invoiceNumberSchema)
    .output(invoiceBalanceSchema),
  recordPayment: ownerEndpoint('POST /invoices/{number}/payments', 'Record a payment that arrived', {
    successStatus: 201,
  })
    .input(recordedPayment)
    .output(z.object({ id: z.int() })),
  voidPayment: ownerEndpoint('POST /payments/{id}/void', 'Void a payment that was recorded or confirmed by mistake')
    .input(voidedPayment)
    .output(done),
  writeOff: ownerEndpoint('POST /invoices/{number}/write-offs', 'Write off an amount that is due', {
    successStatus: 201,
  })
    .input(writeOffSchema)
    .output(done),
  undoWriteOff: ownerEndpoint('POST /invoices/{number}/write-offs/undo', 'Make the amount written off due again')
    .input(undoneWriteOff)
    .output(done),
  applyCredit: ownerEndpoint('POST /invoices/{number}/credits', 'Apply credit from another invoice of the client', {
    successStatus: 201,
  })
    .input(appliedCredit)
    .output(done),
  undoCredit: ownerEndpoint('POST /invoices/{number}/credits/{id}/undo', 'Undo credit that was applied to an invoice')
    .input(undoneCredit)
    .output(done),
  updatePartialPayment: ownerEndpoint(
    'PUT /invoices/{number}/partial-payment',
    'Choose whether the client can pay a part of an invoice',
  )
    .input(partialPaymentSchema)
    .output(done),
  acknowledgeMismatch: ownerEndpoint('POST /payments/{id}/acknowledge', 'Acknowledge a payment with the wrong amount')
    .input(idParamSchema)
    .output(done),
  get: ownerEndpoint('GET /payments/{id}', 'Get a payment with its refunds and disputes')
    .input(idParamSchema)
    .output(paymentDetails),
  refund: ownerEndpoint(
    'POST /payments/{id}/refunds',
    'Refund any part of a payment with a reason; credit the invoice, or keep the amount due',
    { successStatus: 201 },
  )
    .input(ownerRefund)
    .output(z.object({ id: z.int() })),
  decideRefund: ownerEndpoint(
    'POST /refunds/{id}/decision',
    'Resolve a provider refund or dispute: credit the invoice, or keep the amount due',
  )
    .input(refundDecision)
    .output(done),
  markRefundSent: ownerEndpoint('POST /refunds/{id}/mark-sent', 'Mark a manual refund as sent')
    .input(markRefundSentSchema)
    .output(done),
  retryRefund: ownerEndpoint('POST /refunds/{id}/retry', 'Retry a refund at the provider')
    .input(idParamSchema)
    .output(done),
  acknowledgeReversal: ownerEndpoint(
    'POST /refunds/{id}/acknowledge',
    'Acknowledge a refund or dispute at the provider',
  )
    .input(idParamSchema)
    .output(done),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    payments: typeof paymentsContract;
  }
}
