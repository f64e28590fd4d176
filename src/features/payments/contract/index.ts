import { z } from 'zod';
import { defineEndpoints, fileBody, createPageSchema, emptyInput, streamedFile } from '#shared/contract.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { createdPaymentSchema, createPaymentSchema, paymentSummarySchema } from './checkout.ts';
import { billingDocumentAddressSchema } from '#features/billing/contract/document-details.ts';
import {
  idParamSchema,
  ownerRefund,
  paymentDetails,
  paymentFilter,
  paymentQuery,
  paymentListItemSchema,
  refundDecision,
  rejectPaymentSchema,
  markRefundSentSchema,
  waitingWithTotals,
} from './review.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('payments');
const done = z.object({ done: z.literal(true) });

export const paymentsContract = {
  getPaymentSummary: publicEndpoint(
    'GET /billing-documents/{number}/{token}/payments',
    'How a document can be paid, and what was paid, for whoever has its address',
  )
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  createPayment: publicEndpoint(
    'POST /billing-documents/{number}/{token}/payments',
    'Pay all that is owed on a document: by a provider, whose page is answered, or tell of a transfer',
    { successStatus: 201 },
  )
    .input(createPaymentSchema)
    .output(createdPaymentSchema),
  uploadPaymentProof: publicEndpoint(
    'POST /billing-documents/{number}/{token}/payment-proofs',
    'Add a picture that shows a transfer: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB',
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
    'Have the providers asked what became of payments that are under way',
  )
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  listPaymentsNeedingAttention: ownerEndpoint(
    'GET /payments/needs-attention',
    'Payments and refunds that wait for the owner',
  )
    .input(emptyInput)
    .output(waitingWithTotals),
  listPayments: ownerEndpoint('GET /payments', 'All payments, newest first, a page at a time')
    .input(paymentQuery)
    .output(createPageSchema(paymentListItemSchema)),
  exportPayments: ownerEndpoint(
    'GET /payments.csv',
    'The payments that the filters leave, as a table for a spreadsheet',
    {
      outputStructure: 'detailed',
    },
  )
    .input(paymentFilter)
    .output(streamedFile),
  confirmPayment: ownerEndpoint('POST /payments/{id}/confirm', 'Confirm that a transfer has arrived')
    .input(idParamSchema)
    .output(paymentListItemSchema),
  rejectPayment: ownerEndpoint(
    'POST /payments/{id}/reject',
    'Reject a payment that was told of, with a reason for its client',
  )
    .input(rejectPaymentSchema)
    .output(paymentListItemSchema),
  acknowledgeMismatch: ownerEndpoint(
    'POST /payments/{id}/acknowledge',
    'Mark a payment of another amount than was asked for as looked after',
  )
    .input(idParamSchema)
    .output(done),
  get: ownerEndpoint('GET /payments/{id}', 'A payment with its refunds and disputes')
    .input(idParamSchema)
    .output(paymentDetails),
  refund: ownerEndpoint(
    'POST /payments/{id}/refunds',
    'Refund any part of a payment, with a reason; the invoice is credited, or the amount stays owed',
    { successStatus: 201 },
  )
    .input(ownerRefund)
    .output(z.object({ id: z.int() })),
  decideRefund: ownerEndpoint(
    'POST /refunds/{id}/decision',
    'Decide what a refund at the provider, or a dispute, means: the invoice is credited, or the amount is owed',
  )
    .input(refundDecision)
    .output(done),
  markRefundSent: ownerEndpoint('POST /refunds/{id}/mark-sent', 'Mark a refund as sent by hand')
    .input(markRefundSentSchema)
    .output(done),
  retryRefund: ownerEndpoint('POST /refunds/{id}/retry', 'Ask the provider for a refund once more')
    .input(idParamSchema)
    .output(done),
  acknowledgeReversal: ownerEndpoint(
    'POST /refunds/{id}/acknowledge',
    'Mark money that left a payment at its provider as looked after',
  )
    .input(idParamSchema)
    .output(done),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    payments: typeof paymentsContract;
  }
}
