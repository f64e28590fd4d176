import { z } from 'zod';
import { endpoint, fileBody, createPageSchema, emptyInput, streamedFile } from '#shared/contract.ts';
import { pictureTypes } from '#shared/uploads.ts';
import {
  createdPaymentSchema,
  createPaymentSchema,
  billingDocumentAddressSchema,
  paymentSummarySchema,
} from './checkout.ts';
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

const tags = ['payments'];
const done = z.object({ done: z.literal(true) });

export const paymentsContract = {
  getPaymentSummary: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/billing-documents/{number}/{token}/payments',
      tags,
      summary: 'How a document can be paid, and what was paid, for whoever has its address',
    })
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  createPayment: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/billing-documents/{number}/{token}/payments',
      tags,
      successStatus: 201,
      summary: 'Pay all that is owed on a document: by a provider, whose page is answered, or tell of a transfer',
    })
    .input(createPaymentSchema)
    .output(createdPaymentSchema),
  uploadPaymentProof: endpoint
    .meta({ access: 'public' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(pictureTypes) }),
      inputStructure: 'detailed',
      method: 'POST',
      path: '/billing-documents/{number}/{token}/payment-proofs',
      tags,
      successStatus: 201,
      summary: 'Add a picture that shows a transfer: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB',
    })
    .input(z.object({ params: billingDocumentAddressSchema, body: z.file() }))
    .output(z.object({ proofId: z.string() })),
  refreshPayments: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/billing-documents/{number}/{token}/payments/refresh',
      tags,
      summary: 'Have the providers asked what became of payments that are under way',
    })
    .input(billingDocumentAddressSchema)
    .output(paymentSummarySchema),
  listPaymentsNeedingAttention: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/payments/needs-attention',
      tags,
      summary: 'Payments and refunds that wait for the owner',
    })
    .input(emptyInput)
    .output(waitingWithTotals),
  listPayments: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/payments', tags, summary: 'All payments, newest first, a page at a time' })
    .input(paymentQuery)
    .output(createPageSchema(paymentListItemSchema)),
  exportPayments: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/payments.csv',
      tags,
      summary: 'The payments that the filters leave, as a table for a spreadsheet',
      outputStructure: 'detailed',
    })
    .input(paymentFilter)
    .output(streamedFile),
  confirmPayment: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/payments/{id}/confirm', tags, summary: 'Confirm that a transfer has arrived' })
    .input(idParamSchema)
    .output(paymentListItemSchema),
  rejectPayment: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/payments/{id}/reject',
      tags,
      summary: 'Reject a payment that was told of, with a reason for its client',
    })
    .input(rejectPaymentSchema)
    .output(paymentListItemSchema),
  acknowledgeMismatch: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/payments/{id}/acknowledge',
      tags,
      summary: 'Mark a payment of another amount than was asked for as looked after',
    })
    .input(idParamSchema)
    .output(done),
  get: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/payments/{id}', tags, summary: 'A payment with its refunds and disputes' })
    .input(idParamSchema)
    .output(paymentDetails),
  refund: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/payments/{id}/refunds',
      tags,
      successStatus: 201,
      summary: 'Refund any part of a payment, with a reason; the invoice is credited, or the amount stays owed',
    })
    .input(ownerRefund)
    .output(z.object({ id: z.int() })),
  decideRefund: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/refunds/{id}/decision',
      tags,
      summary:
        'Decide what a refund at the provider, or a dispute, means: the invoice is credited, or the amount is owed',
    })
    .input(refundDecision)
    .output(done),
  markRefundSent: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/refunds/{id}/mark-sent', tags, summary: 'Mark a refund as sent by hand' })
    .input(markRefundSentSchema)
    .output(done),
  retryRefund: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/refunds/{id}/retry', tags, summary: 'Ask the provider for a refund once more' })
    .input(idParamSchema)
    .output(done),
  acknowledgeReversal: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/refunds/{id}/acknowledge',
      tags,
      summary: 'Mark money that left a payment at its provider as looked after',
    })
    .input(idParamSchema)
    .output(done),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    payments: typeof paymentsContract;
  }
}
