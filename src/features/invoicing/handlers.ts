import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { createCreditNote, getCreditForm } from './actions/credit-notes.ts';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  previewDraft,
  updateDraft,
  updateDraftClient,
} from './actions/drafts.ts';
import { pauseSchedule, startSchedule } from './actions/schedules.ts';
import { sendDraft } from './actions/send-draft.ts';
import { invoicingContract } from './contract/index.ts';

const invoicing = implement(invoicingContract).$context<ApiContext>();

export const invoicingHandlers = invoicing.router({
  listDrafts: invoicing.listDrafts.handler(({ context }) => listDrafts(context.db)),
  createDraft: invoicing.createDraft.handler(inTransaction(createDraft)),
  getDraft: invoicing.getDraft.handler(({ context, input }) => getDraft(context.db, context, input)),
  updateDraft: invoicing.updateDraft.handler(inTransaction(updateDraft)),
  updateDraftClient: invoicing.updateDraftClient.handler(inTransaction(updateDraftClient)),
  deleteDraft: invoicing.deleteDraft.handler(inTransaction(deleteDraft)),
  previewDraft: invoicing.previewDraft.handler(({ context, input }) => previewDraft(context.db, context, input)),
  sendDraft: invoicing.sendDraft.handler(inTransaction(sendDraft)),
  startSchedule: invoicing.startSchedule.handler(inTransaction(startSchedule)),
  pauseSchedule: invoicing.pauseSchedule.handler(inTransaction(pauseSchedule)),
  getCreditForm: invoicing.getCreditForm.handler(({ context, input }) => getCreditForm(context.db, context, input)),
  createCreditNote: invoicing.createCreditNote.handler(inTransaction(createCreditNote)),
});
