import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { eInvoicesContract } from './contract/index.ts';
import { readEInvoice } from './rules/read-e-invoice.ts';

const eInvoices = implement(eInvoicesContract).$context<ApiContext>();

export const eInvoicesHandlers = eInvoices.router({
  read: eInvoices.read.handler(async ({ input }) => readEInvoice(Buffer.from(await input.arrayBuffer()))),
});
