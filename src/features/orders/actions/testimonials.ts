import type { IssueContext } from '#features/billing/actions/issue-document.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { TestimonialDecision, TestimonialStatus } from '../contract/life.ts';
import type { PublicTestimonial, TestimonialListItem } from '../contract/testimonials.ts';
import { findOrder, findOrderForUpdate } from '../queries/orders.ts';
import {
  deleteTestimonialByOrder,
  findTestimonialForUpdate,
  findTestimonialByOrder,
  listPublishedTestimonials,
  listTestimonials,
  upsertTestimonial,
  type TestimonialRow,
  updateTestimonialStatus,
} from '../queries/testimonials.ts';
import { getOrderSummary } from '../rules/standing.ts';
import {
  testimonialTransitions,
  isSameTestimonial,
  formatRoleAndCompany,
  type TestimonialContent,
  findTestimonialBlock,
} from '../rules/testimonials.ts';
import { formatReason, getOrderSnapshot } from './moving.ts';
import { type NotificationServices, notifyParty } from './notices.ts';

/** Of one order: enough to find one's words, too few for a flood of mails. */
const TESTIMONIALS: RateLimit = { name: 'testimonials', maxAttempts: 10, windowSeconds: 24 * 3600 };

/** What readers see changes: home and about name these answers. */
const announce = (tx: Transaction) => invalidateTag(tx, 'orders');

/**
 * Keeps what a client says of their order, and where it stands then. Other words wait for the owner, who has a mail once
 * they begin to, and what was shown of before is taken off; the same words change nothing. CONFLICT before everything is
 * paid and delivered, TOO_MANY_REQUESTS.
 */
export async function saveTestimonial(
  tx: Transaction,
  services: NotificationServices,
  { now, timeZone }: IssueContext,
  { orderId, ...said }: TestimonialContent & { readonly orderId: number },
): Promise<TestimonialStatus> {
  const order = await findOrderForUpdate(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  const refusal = findTestimonialBlock(getOrderSummary(now, await getOrderSnapshot(tx, order, timeZone)));
  if (refusal) throw new AppError('CONFLICT', formatReason(refusal));
  const before = await findTestimonialByOrder(tx, orderId);
  if (before && isSameTestimonial(before, said)) return before.state;
  await consumeRateLimit(tx, TESTIMONIALS, String(orderId), now);
  await upsertTestimonial(tx, orderId, said, new Date(now.epochMilliseconds));
  if (before?.state === 'approved') await announce(tx);
  if (before?.state !== 'waiting') {
    await notifyParty('owner', tx, services, order, {
      template: 'testimonialWritten',
      props: ({ name, link: url }) => ({
        name,
        url,
        number: order.id,
        title: order.title,
        clientName: said.name,
        body: said.words,
        wasPublished: before?.state === 'approved',
      }),
    });
  }
  return 'waiting';
}

/** Deletes what a client said of their order, whatever became of it. NOT_FOUND where they said nothing. */
export async function deleteTestimonial(tx: Transaction, orderId: number): Promise<void> {
  const state = await deleteTestimonialByOrder(tx, orderId);
  if (state === null) throw new AppError('NOT_FOUND', 'There is no testimonial for this order.');
  if (state === 'approved') await announce(tx);
}

/**
 * Decides about what a client says; where it stands then. The client has a mail of a yes, with where it is read, and of a
 * no. CONFLICT where it was changed after it was read, or stands elsewhere by now, so that each mail is sent once.
 */
export async function reviewTestimonial(
  tx: Transaction,
  services: NotificationServices,
  about: {
    readonly testimonial: number;
    readonly version: number;
    readonly decision: TestimonialDecision;
    readonly note: string;
  },
): Promise<TestimonialStatus> {
  const row = await findTestimonialForUpdate(tx, about.testimonial);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such testimonial: its client may have taken it back.');
  if (row.version !== about.version) {
    throw new AppError('CONFLICT', 'The client has changed these words meanwhile. Read them again.');
  }
  const { from, to } = testimonialTransitions[about.decision];
  if (!from.includes(row.state)) throw new AppError('CONFLICT', `This testimonial is ${stateWords[row.state]}.`);
  const note = to === 'declined' ? about.note : '';
  await updateTestimonialStatus(tx, row.id, { state: to, note, at: new Date(services.now().epochMilliseconds) });
  if (to === 'approved' || row.state === 'approved') await announce(tx);
  if (to !== 'taken off') await tellDecided(tx, services, row, note, to === 'approved');
  return to;
}

const stateWords: Readonly<Record<TestimonialStatus, string>> = {
  waiting: 'not decided about yet',
  approved: 'shown already',
  declined: 'declined already',
  'taken off': 'taken off already',
};

async function tellDecided(
  tx: Transaction,
  services: NotificationServices,
  { orderId }: TestimonialRow,
  note: string,
  isApproved: boolean,
): Promise<void> {
  const order = orderId === null ? null : await findOrder(tx, orderId);
  if (!order) return;
  const publishedUrl = isApproved ? services.siteUrl + paths.about : null;
  await notifyParty('client', tx, services, order, {
    template: 'testimonialDecided',
    props: ({ name, link: url }) => ({
      name,
      url,
      number: order.id,
      title: order.title,
      note: note || null,
      publishedUrl,
    }),
  });
}

/** What clients say as readers have it. Only what an order of this site stands behind is told as a paid client's. */
export async function listPublicTestimonials(db: Db): Promise<PublicTestimonial[]> {
  const rows = await listPublishedTestimonials(db);
  return rows.map(({ id, name, role, company, words, orderId }) => ({
    id: `client-${id}`,
    name,
    role: formatRoleAndCompany({ role, company }),
    testimonial: words,
    isPaidClient: orderId !== null,
  }));
}

/** All that clients say, for the owner. */
export async function listTestimonialDtos(db: Db): Promise<TestimonialListItem[]> {
  const rows = await listTestimonials(db);
  return rows.map(({ testimonial, title }) => {
    const { id, orderId, words, name, role, company, state, version, writtenAt } = testimonial;
    return {
      id,
      order: orderId === null ? null : { number: orderId, title: title ?? '' },
      words,
      name,
      role,
      company,
      state,
      version,
      writtenAt: writtenAt.toISOString(),
    };
  });
}
