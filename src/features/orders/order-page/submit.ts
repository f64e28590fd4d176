import { redirect } from 'react-router';
import { listPrices } from '#features/pricing/browser.ts';
import { formatAmountInput } from '#shared/parse-amount.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { ownValue } from '#shared/own-value.ts';
import { createRandomId } from '#shared/random-id.ts';
import type { FilePurpose, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { parseQuoteLineItems } from '../lifecycle/rules/quote-line-items.ts';
import { serializeServices } from '../lifecycle/rules/requested-services.ts';
import { parseLineValues, readOptions } from '../quotes/rules/quote-lines.ts';
import { readMilestoneFields } from '../quotes/rules/payment-schedule.ts';
import { getQuoteDraftKey } from '../quotes/rules/quotes.ts';

/** A form submitted on the order page. */
interface SubmittedForm {
  readonly form: ReadonlyMap<string, string>;
  readonly allFiles: (name: string) => readonly File[];
}

/** The forms in which options of a quote are chosen. */
const optionIntents = ['accept', 'choose', 'record'];

/** The loaded data of an order's page. */
export type OrderPageData = Awaited<ReturnType<typeof loadOrderPage>>;

/**
 * Loads an order page; with `asOf`, the order is shown as it would be on that day. Options of a quote are those of the
 * submitted form, or else of the address.
 */
export async function loadOrderPage(
  api: Api,
  reference: string,
  search: URLSearchParams,
  submitted: ReadonlyMap<string, string>,
) {
  const asOf = search.get('asOf');
  const isChoosing = optionIntents.includes(submitted.get('intent') ?? '');
  const options = isChoosing ? readOptions(Object.fromEntries(submitted)).join(',') : search.get('options');
  const order = await api.orders.getOrder({
    order: reference,
    ...(asOf ? { asOf } : {}),
    ...(options ? { options } : {}),
  });
  const needsQuote = order.party === 'owner' && ['requested', 'quoted'].includes(order.summary.status) && asOf === null;
  const quoteForm = needsQuote ? await loadQuoteForm(api, reference) : null;
  const isAccepting = search.get('confirm') === 'complete';
  const signature = submitted.get('signature') ?? '';
  const notices = { did: search.get('did'), lost: Number(search.get('lost')) || 0 };
  return { order, reference, quoteForm, isAccepting, signature, idempotencyKey: createRandomId(), ...notices };
}

/** Loads the initial values of the quote form, and the price list. */
async function loadQuoteForm(api: Api, order: string) {
  const [values, pricing] = await Promise.all([api.orders.getQuoteForm({ order }), api.pricing.getPricing()]);
  return { values, prices: listPrices(pricing) };
}

/** Returns the storage key of an unsent message; the owner and a guest on the same device have their own. */
export const getMessageDraftKey = (reference: string) => {
  const [number, token] = reference.split('.');
  return `order-message-${number}${token === undefined ? '' : '-guest'}`;
};

type Fields = Readonly<Record<string, string>>;
/** Key of the notice shown after an action. */
type Notice = string | ((fields: Fields, result: { readonly isIncluded?: boolean }) => string);

/** The endpoint of each form, and the notice shown afterwards. */
const actions: Readonly<Record<string, readonly [endpoint: keyof Api['orders'], notice: Notice]>> = {
  move: ['transition', ({ transition }) => (transition?.startsWith('refund') ? 'refunded' : 'moved')],
  write: ['sendMessage', 'written'],
  supply: ['markContentSupplied', 'supplied'],
  installments: ['chooseInstallments', 'installments'],
  revision: ['requestRevision', (_, { isIncluded }) => (isIncluded ? 'revision' : 'revision-quoted')],
  'grant-revision': ['grantRevision', 'revision-granted'],
  'quote-change': ['createChangeOrder', 'change-quoted'],
  'answer-change': ['answerChangeOrder', ({ answer }) => `change-${answer === 'accept' ? 'accepted' : 'declined'}`],
  'withdraw-change': ['withdrawChangeOrder', 'change-withdrawn'],
  'refuse-urgency': ['declineUrgentDelivery', 'urgency-refused'],
  'late-fee': ['resolveLateFee', ({ decision }) => (decision === 'apply' ? 'fee-applied' : 'fee-waived')],
  subscription: ['updateSubscription', ({ action }) => `subscription-${action}`],
  'change-card': ['changeCard', 'card-change'],
  check: ['refreshCard', 'card-saving'],
  'remove-card': ['removeCard', 'card-removed'],
  support: ['createSupportRequest', (_, { isIncluded }) => (isIncluded ? 'support' : 'support-unquoted')],
  'quote-support': ['quoteSupportRequest', 'support-quoted'],
  'answer-support': ['answerSupportQuote', ({ answer }) => `support-${answer === 'accept' ? 'accepted' : 'declined'}`],
  'withdraw-support-quote': ['withdrawSupportQuote', 'support-quote-withdrawn'],
  'finish-support': ['resolveSupportRequest', 'support-done'],
  'reopen-support': ['reopenSupportRequest', 'support-reopened'],
  project: ['createShowcaseProject', 'project'],
  'billing-details': ['resolveBillingDetails', ({ decision }) => `details-${decision}`],
  link: ['rotateAccessLink', 'link'],
  'remove-file': ['deleteFile', 'file-removed'],
};

/** Performs the submitted action. Returns the key of its notice; empty for none. */
export async function submitOrderAction(api: Api, order: string, { form, allFiles }: SubmittedForm): Promise<string> {
  const { intent = '', ...fields } = Object.fromEntries(form);
  const action = ownValue(actions, intent);
  if (action) {
    const [endpoint, notice] = action;
    // The API validates the fields.
    const call = api.orders[endpoint] as unknown as (input: object) => Promise<{ isIncluded?: boolean }>;
    const result = await call({ ...(intent.startsWith('quote-') ? toQuickQuote(fields) : fields), order });
    if (intent === 'write') saveLocalDraft(getMessageDraftKey(order), undefined);
    return typeof notice === 'string' ? notice : notice(fields, result);
  }
  switch (intent) {
    case 'quote':
      return sendQuote(api, order, fields);
    case 'choose':
      return '';
    case 'accept': {
      const { agreementHash = '', signature = '' } = fields;
      await api.orders.acceptQuote({ order, agreementHash, signature, options: readOptions(fields) });
      return 'accepted';
    }
    case 'record':
      await api.orders.recordAgreement({
        order,
        ...readAgreement(fields),
        options: readOptions(fields),
        idempotencyKey: fields.idempotencyKey,
      });
      return 'recorded';
    default:
  }
  if (intent === 'ask-again') return askAgain(api, order);
  const files = allFiles('file');
  if (files.length === 0) throw new ApiError(400, 'Choose a file first.');
  for (const file of files) {
    const { purpose, contentItem } = fields;
    const query = { name: file.name, purpose: purpose as FilePurpose, ...(contentItem ? { contentItem } : {}) };
    await api.orders.addFile({ params: { order }, query, body: file });
  }
  return 'files';
}

const parseLines = (fields: Fields) =>
  parseQuoteLineItems(fields).map(({ slot, description, amount }) => {
    const tax = fields[`tax-${slot}`];
    return { description, amount, ...(tax && { tax }) };
  });

/** Collects the non-empty lines, or a single empty one so the API reports the missing fields. */
function toQuickQuote(fields: Fields) {
  const lines = parseLines(fields);
  return {
    ...(fields.request === undefined ? { extraDays: fields.extraDays || '0' } : { request: fields.request }),
    lineItems: lines.length > 0 ? lines : [{ description: '', amount: '' }],
    idempotencyKey: fields.idempotencyKey,
  };
}

async function sendQuote(api: Api, order: string, fields: Fields): Promise<string> {
  const { title, contentItems = '' } = fields;
  const { number } = await api.orders.sendQuote({
    order,
    idempotencyKey: fields.idempotencyKey,
    title,
    lineItems: parseLineValues(fields).map(({ slot: _, isOptional, ...line }) => ({
      ...line,
      optional: isOptional ? 'on' : '',
    })),
    discount: fields.discount ?? '',
    urgent: fields.urgent === 'on' ? 'on' : '',
    deliveryDays: fields.deliveryDays ?? '',
    supportDays: fields.supportDays || '0',
    contentItems: contentItems
      .split('\n')
      .map(item => item.trim())
      .filter(Boolean),
    expiresOn: fields.expiresOn ?? '',
    ...(fields.installments === 'milestones'
      ? { milestones: readMilestoneFields(fields) }
      : { installments: fields.installments || '1' }),
    note: fields.note,
    ...(fields.depositPercent ? { depositPercent: fields.depositPercent } : {}),
    ...(fields.message?.trim() ? { agreement: readAgreement(fields) } : {}),
  });
  saveLocalDraft(getQuoteDraftKey(number), undefined);
  return fields.message?.trim() ? 'recorded' : 'quoted';
}

const readAgreement = ({ message = '', confirmedBy = '', confirmedAt = '' }: Fields) => ({
  message,
  confirmedBy,
  confirmedAt,
});

/** Redirects to a new request form, prefilled from the old request. */
async function askAgain(api: Api, reference: string): Promise<never> {
  const { kind, offerId, brief, request, currency } = await api.orders.getOrder({ order: reference });
  const { draftToken } = await api.orders.createCheckoutDraft({
    values: {
      brief,
      ...(request && {
        services: serializeServices(request.services),
        budget: request.budget === null ? '' : formatAmountInput({ minor: request.budget, currency }),
        deadline: request.deadline ?? '',
      }),
    },
  });
  const form = kind === 'plan' && offerId !== null ? paths.checkout(kind, offerId) : paths.customPlan;
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(form, { draft: draftToken }), 303);
}

/** Shown after an action succeeded; `{other}` is the name of the other party. */
export const orderNotices: Readonly<Record<string, string> & Record<`subscription-${SubscriptionAction}`, string>> = {
  placed: 'Order placed. Check your inbox for a link to this page.',
  requested: 'Request sent. Check your inbox for a link to this page. Your quote comes next.',
  quoted: 'Quote sent. The client has been notified by email.',
  accepted: 'Quote accepted. The next step and the agreement are shown below.',
  recorded: 'Acceptance recorded. The deposit has been invoiced, if there is one.',
  moved: 'Order updated. {other} has been notified by email.',
  refunded: 'Order refunded. {other} has been notified by email.',
  written: 'Message sent.',
  supplied: 'Content checklist updated.',
  installments: 'Payment plan saved.',
  revision: 'Revision requested. It’s included in your price.',
  'revision-quoted': 'Revision requested. You’ll get a quote to accept before it starts (term 11).',
  'revision-granted': 'Revision started free of charge. The client has been notified.',
  'change-quoted': 'Change order sent. It takes effect once the client accepts it.',
  'change-accepted': 'Change order accepted and added to your order.',
  'change-declined': 'Change order declined. Your order stays the same.',
  'change-withdrawn': 'Change order withdrawn. The client has been notified.',
  'urgency-refused': 'Urgent delivery declined and surcharge removed.',
  'fee-applied': 'Late fee charged.',
  'fee-waived': 'Late fee waived.',
  'subscription-pause': 'Subscription paused from the 1st of next month.',
  'subscription-resume': 'Subscription resumed.',
  'subscription-cancel': 'Subscription canceled. It ends after the period already invoiced.',
  'subscription-undo_cancellation': 'Cancellation undone. The subscription continues.',
  'card-change': 'Continue on Stripe’s secure page to change your card.',
  'card-saving': 'Your new card appears below as soon as Stripe confirms it.',
  'card-removed': 'Card removed. Nothing more is charged automatically.',
  support: 'Support request sent. It’s included in your price.',
  'support-unquoted': 'Support request sent. You’ll get a quote to accept or decline first (term 13).',
  'support-quoted': 'Support quote sent. You can start once the client accepts it.',
  'support-accepted': 'Support quote accepted. Your invoice is ready.',
  'support-declined': 'Support quote declined. You won’t be charged.',
  'support-quote-withdrawn': 'Support quote withdrawn. The client has been notified.',
  'support-done': 'Support request resolved. The client has been notified by email.',
  'support-reopened': 'Support request reopened. You’ll get an email once it’s resolved.',
  project: 'Draft project created.',
  'details-save': 'Billing details saved to the client. New invoices use them.',
  'details-discard': 'New invoices use the client’s billing details.',
  link: 'New link sent to the client. The old link no longer works.',
  'file-removed': 'File deleted.',
  files: 'Files uploaded.',
};
