import { keys } from './response-shapes.ts';

const why = ['message', 'term'];
/** What an offer comes to. */
const offerPrice = {
  ...keys('tax total first later deliveryDays agreement agreementHash'),
  lines: ['amount', 'description', 'term'],
};
/** What is offered, before it is ordered. */
export const offerShape = {
  ...keys('kind id title summary features contentItems supportDays currency isQuoted allowsInstallments client'),
  ...keys('today'),
  usual: offerPrice,
  urgent: offerPrice,
  figures: keys('depositPercent balanceDays refundDays urgentPercent minorRevisions'),
  terms: ['number', 'short', 'text'],
};
/** An order, as either side has it. */
export const orderShape = {
  ...keys('number side kind title state placedAt isByLink linkPath brief isUrgent features currency tax total'),
  ...keys(
    'installments installmentChoices balance quoteUntil on timeZone changes supportRequests files messages wish offerId boughtProjectId projectId quote payments',
  ),
  client: ['email', 'name'],
  lines: ['amount', 'description', 'term'],
  terms: ['number', 'text'],
  standing: {
    ...keys('state owed expected lateFees subscription'),
    turn: ['of', 'sentence'],
    nextPayment: keys('document amount dueOn path'),
    revisions: keys('included used left'),
    refund: keys('allowed why'),
    support: keys('included until'),
    lock: why,
  },
  moves: keys('name needsReason refusal'),
  content: keys('position label suppliedAt'),
  documents: keys('id number kind issuedOn dueOn total owed path lateFee'),
  agreements: {
    ...keys('kind timeZone signature sha256 text message recordedAt ip at pdf'),
    owner: ['email', 'name'],
    client: ['email', 'name'],
  },
  events: keys('what move actor reason sentence quote at'),
  testimonial: { refusal: why, written: null },
};

/** What a custom package can be built from. */
export const customOffer = {
  ...keys('details currency today client'),
  services: keys('id title description'),
  terms: keys('number short text'),
};
