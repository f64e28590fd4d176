import { z } from 'zod';
import { wholeNumber } from '#shared/contract.ts';
import { change, done, quotedLines } from './changing.ts';
import { freeText } from './placing.ts';
import { orderReference } from './reading.ts';

const aboutRequest = orderReference.extend({ request: wholeNumber });

/** What follows a delivery: a project of the showcase, and support (term 13), which is asked for by the client, quoted by the owner where it is not included. */
export const supportContract = {
  requestSupport: change('POST', '/support', 'Ask for support after delivery (term 13); whether it is included')
    .input(
      orderReference.extend({ body: freeText(5000).pipe(z.string().min(1, 'Say what the support is to be about.')) }),
    )
    .output(z.object({ number: z.int(), included: z.boolean() })),
  quoteSupport: change('POST', '/support/{request}/quote', 'Quote support that is not included (owner)')
    .input(aboutRequest.extend({ lines: quotedLines }))
    .output(done),
  answerSupport: change(
    'POST',
    '/support/{request}/answer',
    'Accept the quote for support, which is then invoiced at once, or decline it',
  )
    .input(aboutRequest.extend({ answer: z.enum(['accept', 'decline'], 'Accept or decline it.') }))
    .output(done),
  finishSupport: change('POST', '/support/{request}/done', 'Mark a support request as done (owner)')
    .input(aboutRequest)
    .output(done),
  reopenSupport: change('POST', '/support/{request}/open', 'Open a support request again while support is included')
    .input(aboutRequest)
    .output(done),
  beginProject: change('POST', '/project', 'Begin a project of the showcase from a delivered order, as a draft (owner)')
    .input(orderReference)
    .output(z.object({ id: z.string() })),
};
