import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { addBookingFile } from '../actions.ts';
import { filesContract } from '../contract.ts';

const bookings = implement(filesContract).$context<ApiContext>();

export const filesHandlers = bookings.router({
  addFile: bookings.addFile.handler(({ context, input: { params, query, body } }) =>
    addBookingFile(context, params.booking, new File([body], query.name, { type: body.type })),
  ),
});
