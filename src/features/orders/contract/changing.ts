import { z } from 'zod';
import { endpoint, fileBody, line, wholeNumber } from '#shared/contract.ts';
import { filePurposes, plainMoves, subscriptionChanges } from './life.ts';
import { freeText } from './placing.ts';
import { orderReference } from './reading.ts';

const tags = ['orders'];
export const done = z.object({ number: wholeNumber });
const reason = freeText(1000).optional();

export const change = (method: 'POST' | 'PUT', path: `/${string}`, summary: string) =>
  endpoint.meta({ access: 'everyone' }).route({ method, path: `/orders/{order}${path}`, tags, summary });

/** A line of a quote, as a form sends it: the amount in the order's currency, such as "250" or "$1,200.50". */
const quotedLine = z.strictObject({
  description: line.trim().min(1, 'Say what it is for.').max(200, 'At most 200 characters.'),
  amount: line.trim().min(1, 'Say what it costs.').max(30, 'This is no amount.'),
});

export const quotedLines = z.array(quotedLine).min(1, 'A quote has a line.').max(20, 'At most 20 lines.');

/** What one of its sides does with an order. Each refuses with the payment term that forbids it. */
export const changingContract = {
  move: change('POST', '/moves', 'Move an order on: start, show, complete, deliver, cancel, refund …')
    .input(orderReference.extend({ move: z.enum(plainMoves, 'There is no such move.'), reason }))
    .output(done),
  write: change('POST', '/messages', 'Write to the other side')
    .input(
      orderReference.extend({
        body: freeText(5000).pipe(z.string().min(1, 'Write something.')),
      }),
    )
    .output(done),
  supply: change('POST', '/content/{position}', 'Mark an item of content as supplied, however it came')
    .input(orderReference.extend({ position: wholeNumber }))
    .output(done),
  chooseInstallments: change(
    'PUT',
    '/installments',
    'Pay the balance in 2 to 6 monthly installments, or at once (term 4)',
  )
    .input(orderReference.extend({ installments: wholeNumber }))
    .output(done),
  requestRevision: change('POST', '/revisions', 'Ask for a revision of what was shown (term 11)')
    .input(
      orderReference.extend({
        size: z.enum(['minor', 'major'], 'Choose minor or major.'),
        body: freeText(5000).pipe(z.string().min(1, 'Say what is to be changed.')),
      }),
    )
    .output(z.object({ number: z.int(), begins: z.boolean() })),
  grantRevision: change('POST', '/revisions/free', 'Start the revision that waits for a price, free of charge (owner)')
    .input(orderReference)
    .output(done),
  quoteChange: change('POST', '/changes', 'Quote a change: what it costs, and how many days it adds (owner)')
    .input(
      orderReference.extend({
        lines: quotedLines,
        days: wholeNumber.pipe(z.number().max(365, 'At most 365 days.')),
      }),
    )
    .output(done),
  answerChange: change('POST', '/changes/{change}', 'Accept or decline the quote for a change')
    .input(
      orderReference.extend({
        change: wholeNumber,
        answer: z.enum(['accept', 'decline'], 'Accept or decline it.'),
      }),
    )
    .output(done),
  refuseUrgency: change(
    'POST',
    '/urgency',
    'Refuse to do an order as urgent work, without its surcharge (term 16; owner)',
  )
    .input(orderReference.extend({ reason: freeText(1000).pipe(z.string().min(1, 'Say why.')) }))
    .output(done),
  settleLateFee: change(
    'POST',
    '/late-fees/{document}',
    'Ask for the late fee of a document, or waive it (term 6; owner)',
  )
    .input(
      orderReference.extend({
        document: wholeNumber,
        answer: z.enum(['apply', 'waive'], 'Apply or waive it.'),
        reason,
      }),
    )
    .output(done),
  changeSubscription: change(
    'POST',
    '/subscription',
    'Pause, resume or end a monthly service, or take its end back (term 14)',
  )
    .input(orderReference.extend({ change: z.enum(subscriptionChanges, 'Choose pause, resume, cancel or keep.') }))
    .output(done),
  renewLink: change('POST', '/link', 'End the secret link and send the client a new one (owner)')
    .input(orderReference)
    .output(done),
};

const fileId = line.regex(/^[0-9a-f]{16}$/, 'This is not the id of a file.');

/** The files that come with an order. */
export const filesContract = {
  addFile: endpoint
    .meta({ access: 'everyone', takes: 'file' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'POST',
      path: '/orders/{order}/files',
      successStatus: 201,
      tags,
      inputStructure: 'detailed',
      summary: 'Add a file: the body is the file itself, of at most 50 MiB and any kind; the owner’s deliverables, too',
    })
    .input(
      z.object({
        params: orderReference,
        query: z.strictObject({
          name: line.trim().max(200, 'This name is too long.').prefault('file'),
          purpose: z.enum(filePurposes, 'Choose brief, content or deliverable.'),
          /** The place of the item of content that it is. */
          item: wholeNumber.optional(),
        }),
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ id: z.string() })),
  removeFile: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'DELETE', path: '/orders/{order}/files/{file}', tags, summary: 'Remove a file that you sent' })
    .input(orderReference.extend({ file: fileId }))
    .output(done),
};
