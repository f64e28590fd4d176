import { keys } from './response-shapes.ts';

const reason = ['message', 'term'];
/** The price of an offer. */
const offerPrice = {
  ...keys('tax taxNote total dueNow dueLater deliveryDays agreementText agreementHash'),
  lineItems: ['amount', 'description', 'term'],
};
/** An offer on the checkout page. */
export const offerShape = {
  ...keys('kind id title summary features contentItems supportDays currency requiresQuote allowsInstallments client'),
  ...keys('today'),
  standardPrice: offerPrice,
  urgentPrice: offerPrice,
  termSettings: keys('depositPercent balanceDueDays refundAfterDays urgentSurchargePercent includedRevisions'),
  terms: ['number', 'title', 'text'],
};
/** An order, as the owner and the client see it. */
export const orderShape = {
  ...keys(
    'number party kind title status hasDeposit placedAt isGuest guestPath brief isUrgent features currency tax taxes taxNote total',
  ),
  ...keys(
    'installments installmentChoices milestones balance quoteExpiresOn asOf today timeZone changeOrders changeTaxes supportRequests files messages request offerId boughtProjectId projectId clientRecord quote payments card cardSetupUrl cardCharges',
  ),
  client: ['email', 'name'],
  billedTo: keys('name addressLines taxId isForOrderOnly'),
  lineItems: ['amount', 'description', 'term'],
  terms: ['number', 'text'],
  summary: {
    ...keys('status amountDue expectedDelivery lateFees subscription hasPaymentInReview'),
    nextAction: ['by', 'message'],
    nextPayment: keys('document amount dueOn path automaticChargeOn'),
    revisions: keys('included used left'),
    refund: keys('isAllowed reason'),
    support: keys('isIncluded until'),
    downloadBlockedReason: reason,
  },
  transitions: keys('name requiresReason blockedReason'),
  contentItems: keys('position label suppliedAt'),
  billingDocuments: keys('id number kind issuedOn dueOn total amountDue held path lateFee'),
  agreements: {
    ...keys('kind timeZone signature sha256 text message recordedAt ip agreedAt pdfPath'),
    owner: ['email', 'name'],
    client: ['addressLines', 'email', 'name', 'taxId'],
  },
  events: keys('type transition actor reason message quote occurredAt'),
  testimonial: { blockedReason: reason, current: null },
};

/** The options of a custom plan. */
export const customOffer = {
  ...keys('details currency today client'),
  services: keys('id title description'),
  terms: keys('number title text'),
};
