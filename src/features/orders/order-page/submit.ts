import type { Api } from '#shared/api.ts';
import type { FilePurpose, ManualTransition, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { parseQuoteLineItems } from '../lifecycle/rules/quote-line-items.ts';
import { submitQuoteAction } from '../quotes/components/QuoteOwnerActions.tsx';

/** A submitted form of the order's page. */
interface Sent {
  readonly form: ReadonlyMap<string, string>;
  readonly allFiles: (name: string) => readonly File[];
}

/** Loads an order page; with `on`, the order is shown as it would be on that day. */
export async function loadOrderPage(api: Api, reference: string, search: URLSearchParams) {
  const asOf = search.get('asOf');
  const order = await api.orders.getOrder({ order: reference, ...(asOf ? { asOf } : {}) });
  const isToBeQuoted =
    order.party === 'owner' && ['requested', 'quoted'].includes(order.summary.status) && asOf === null;
  const quoteForm = isToBeQuoted ? await api.orders.getQuoteForm({ order: reference }) : null;
  const isAccepting = search.get('confirm') === 'complete';
  return { order, reference, quoteForm, isAccepting, did: search.get('did'), lost: Number(search.get('lost')) || 0 };
}

/** Performs the submitted action. Returns the key of its notice. */
export async function submitOrderAction(api: Api, order: string, { form, allFiles }: Sent): Promise<string> {
  const quoting = await submitQuoteAction(api, order, form);
  if (quoting) return quoting;
  const value = (name: string) => form.get(name) ?? '';
  switch (form.get('intent')) {
    case 'move':
      await api.orders.transition({
        order,
        transition: value('transition') as ManualTransition,
        reason: value('reason'),
      });
      return 'moved';
    case 'write':
      await api.orders.sendMessage({ order, body: value('body') });
      return 'written';
    case 'supply':
      await api.orders.markContentSupplied({ order, position: value('position') });
      return 'supplied';
    case 'installments':
      await api.orders.chooseInstallments({ order, installments: value('installments') });
      return 'installments';
    case 'revision': {
      const { isIncluded } = await api.orders.requestRevision({
        order,
        size: value('size') === 'major' ? 'major' : 'minor',
        body: value('body'),
      });
      return isIncluded ? 'revision' : 'revision-quoted';
    }
    case 'grant-revision':
      await api.orders.grantRevision({ order });
      return 'revision-granted';
    case 'quote-change':
      await api.orders.createChangeOrder({ order, lineItems: quotedLines(form), extraDays: value('extraDays') || '0' });
      return 'change-quoted';
    case 'answer-change': {
      const answer = value('answer') === 'accept' ? 'accept' : 'decline';
      await api.orders.answerChangeOrder({ order, change: value('change'), answer });
      return answer === 'accept' ? 'change-accepted' : 'change-declined';
    }
    case 'refuse-urgency':
      await api.orders.declineUrgentDelivery({ order, reason: value('reason') });
      return 'urgency-refused';
    case 'late-fee': {
      const decision = value('decision') === 'apply' ? 'apply' : 'waive';
      await api.orders.resolveLateFee({ order, invoice: value('invoice'), decision, reason: value('reason') });
      return decision === 'apply' ? 'fee-applied' : 'fee-waived';
    }
    case 'subscription': {
      const action = value('action') as SubscriptionAction;
      await api.orders.updateSubscription({ order, action });
      return `subscription-${action}`;
    }
    case 'support': {
      const { isIncluded } = await api.orders.createSupportRequest({ order, body: value('body') });
      return isIncluded ? 'support' : 'support-unquoted';
    }
    case 'quote-support':
      await api.orders.quoteSupportRequest({ order, request: value('request'), lineItems: quotedLines(form) });
      return 'support-quoted';
    case 'answer-support': {
      const answer = value('answer') === 'accept' ? 'accept' : 'decline';
      await api.orders.answerSupportQuote({ order, request: value('request'), answer });
      return answer === 'accept' ? 'support-accepted' : 'support-declined';
    }
    case 'finish-support':
      await api.orders.resolveSupportRequest({ order, request: value('request') });
      return 'support-done';
    case 'reopen-support':
      await api.orders.reopenSupportRequest({ order, request: value('request') });
      return 'support';
    case 'project':
      await api.orders.createShowcaseProject({ order });
      return 'project';
    case 'link':
      await api.orders.rotateAccessLink({ order });
      return 'link';
    case 'remove-file':
      await api.orders.deleteFile({ order, file: value('file') });
      return 'file-removed';
    default:
      for (const file of allFiles('file')) {
        const contentItem = value('contentItem');
        const query = {
          name: file.name,
          purpose: value('purpose') as FilePurpose,
          ...(contentItem ? { contentItem } : {}),
        };
        await api.orders.addFile({ params: { order }, query, body: file });
      }
      return 'files';
  }
}

/** Returns the non-empty lines, or a single empty one so that the API reports what is missing. */
function quotedLines(form: Sent['form']): { description: string; amount: string }[] {
  const lines = parseQuoteLineItems(Object.fromEntries(form)).map(({ description, amount }) => ({
    description,
    amount,
  }));
  return lines.length > 0 ? lines : [{ description: '', amount: '' }];
}

/** Shown after an action succeeded. */
export const orderNotices: Readonly<Record<string, string> & Record<`subscription-${SubscriptionAction}`, string>> = {
  placed: 'Thank you. The order has arrived, and a mail with its link is on the way.',
  requested: 'Thank you. Your request has arrived, and a mail with its link is on the way. A quote follows.',
  quoted: 'The quote is sent. The client has a mail with its total and the link.',
  accepted: 'Accepted. The agreement is kept below, and the deposit is asked for: pay it, and the work can begin.',
  recorded: 'The confirmation is kept, and the deposit is asked for.',
  moved: 'Done. The other side has a mail about it.',
  written: 'Your message is sent.',
  supplied: 'Marked as supplied.',
  installments: 'The choice of installments is kept.',
  revision: 'The revision begins.',
  'revision-quoted': 'Your wish is noted. It begins once you accept its quote, which comes next (term 11).',
  'revision-granted': 'The revision has started, free of charge. The client has been notified.',
  'change-quoted': 'The quote is sent. The change begins once it is accepted.',
  'change-accepted': 'Accepted: the change is part of the order.',
  'change-declined': 'Declined: the order stays as it was.',
  'urgency-refused': 'The order goes on without the surcharge.',
  'fee-applied': 'The late fee is asked for.',
  'fee-waived': 'The late fee is waived.',
  'subscription-pause': 'It is paused from the next 1st on.',
  'subscription-resume': 'It goes on from today.',
  'subscription-cancel': 'It ends with what is invoiced already.',
  'subscription-undo_cancellation': 'It goes on.',
  support: 'Your request has arrived. It is included.',
  'support-unquoted': 'Your request has arrived. It gets a quote first, which you can accept or decline (term 13).',
  'support-quoted': 'The quote is sent. The support is invoiced once it is accepted.',
  'support-accepted': 'Accepted: its invoice is issued.',
  'support-declined': 'Declined: nothing is asked for.',
  'support-done': 'Marked as done. The client has a mail about it.',
  project: 'The draft is begun: it is among your projects.',
  link: 'A new link is on its way to the client; the one before has ended.',
  'file-removed': 'The file is removed.',
  files: 'The files are there.',
};
