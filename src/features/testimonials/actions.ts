import type { IssueContext } from '#features/billing/index.ts';
import {
  findOrder,
  findOrderForUpdate,
  findTestimonialBlock,
  formatReason,
  getOrderSnapshot,
  getOrderSummary,
  type NotificationServices,
  notifyParty,
} from '#features/orders/index.ts';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { PublicTestimonial, TestimonialDecision, TestimonialListItem } from './contract/index.ts';
import {
  deleteTestimonialByOrder,
  deleteTestimonialsByUser,
  findTestimonialForUpdate,
  listPublishedTestimonials,
  listTestimonials,
  listTestimonialsByOrder,
  replaceImportedTestimonials,
  updateTestimonialStatus,
  upsertTestimonial,
} from './queries.ts';
import type { ExportedTestimonial } from './rules/import-export.ts';
import {
  formatRoleAndCompany,
  isSameTestimonial,
  type TestimonialContent,
  testimonialTransitions,
} from './rules/testimonials.ts';

/** Per order; limits the emails that edits cause. */
const TESTIMONIALS: RateLimit = { name: 'testimonials', maxAttempts: 10, windowSeconds: 24 * 3600 };

/** Cache tag of the home and about pages. */
const TAG = 'testimonials';

/**
 * Saves a client's testimonial and returns its status. A changed text is unpublished until approved; the owner is
 * emailed unless one was already waiting. Throws CONFLICT before full payment and delivery, and TOO_MANY_REQUESTS.
 */
export async function saveTestimonial(
  tx: Transaction,
  services: NotificationServices,
  { now, timeZone }: IssueContext,
  { orderId, ...said }: TestimonialContent & { readonly orderId: number },
): Promise<TestimonialStatus> {
  const order = await findOrderForUpdate(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
  const refusal = findTestimonialBlock(getOrderSummary(now, await getOrderSnapshot(tx, order, timeZone)));
  if (refusal) throw new AppError('CONFLICT', formatReason(refusal));
  const [before] = await listTestimonialsByOrder(tx, [orderId]);
  if (before && isSameTestimonial(before, said)) return before.status;
  await consumeRateLimit(tx, TESTIMONIALS, String(orderId), now);
  await upsertTestimonial(tx, orderId, said, new Date(now.epochMilliseconds));
  if (before?.status === 'approved') await invalidateTag(tx, TAG);
  if (before?.status !== 'pending') {
    await notifyParty('owner', tx, services, order, {
      template: 'testimonial_submitted',
      props: ({ name, link: url }) => ({
        name,
        url,
        number: order.id,
        title: order.title,
        clientName: said.name,
        body: said.body,
        wasPublished: before?.status === 'approved',
      }),
    });
  }
  return 'pending';
}

/** Deletes the testimonial of an order in any status. Throws NOT_FOUND if there is none. */
export async function deleteTestimonial(tx: Transaction, orderId: number): Promise<void> {
  const state = await deleteTestimonialByOrder(tx, orderId);
  if (state === null) throw new AppError('NOT_FOUND', 'There is no testimonial for this order.');
  if (state === 'approved') await invalidateTag(tx, TAG);
}

/**
 * Applies the owner's decision and returns the new status; emails the client on approval and rejection. Throws CONFLICT
 * if the text or status has changed since it was read, so that each email is sent once.
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
  if (!row) throw new AppError('NOT_FOUND', 'This testimonial doesn’t exist. Its client may have deleted it.');
  if (row.version !== about.version) {
    throw new AppError('CONFLICT', 'The client has changed these words meanwhile. Read them again.');
  }
  const { from, to } = testimonialTransitions[about.decision];
  if (!from.includes(row.status)) throw new AppError('CONFLICT', `This testimonial is ${stateWords[row.status]}.`);
  const note = to === 'declined' ? about.note : '';
  await updateTestimonialStatus(tx, row.id, { state: to, note, at: new Date(services.now().epochMilliseconds) });
  if (to === 'approved' || row.status === 'approved') await invalidateTag(tx, TAG);
  const order = to === 'unpublished' || row.orderId === null ? null : await findOrder(tx, row.orderId);
  if (!order) return to;
  await notifyParty('client', tx, services, order, {
    template: 'testimonial_decided',
    props: ({ name, link: url }) => ({
      name,
      url,
      number: order.id,
      title: order.title,
      note: note || null,
      publishedUrl: to === 'approved' ? services.siteUrl + paths.about : null,
    }),
  });
  return to;
}

const stateWords: Readonly<Record<TestimonialStatus, string>> = {
  pending: 'not decided about yet',
  approved: 'shown already',
  declined: 'declined already',
  unpublished: 'taken off already',
};

/** Returns the published testimonials. Only those with an order on this site are marked as from a paid client. */
export async function listPublicTestimonials(db: Db): Promise<PublicTestimonial[]> {
  const rows = await listPublishedTestimonials(db);
  return rows.map(({ id, name, role, company, body, orderId }) => ({
    id: `client-${id}`,
    name,
    role: formatRoleAndCompany({ role, company }),
    testimonial: body,
    isVerifiedClient: orderId !== null,
  }));
}

/** Returns all testimonials for the owner. */
export async function listTestimonialDtos(db: Db): Promise<TestimonialListItem[]> {
  const rows = await listTestimonials(db);
  return rows.map(({ orderId, title, writtenAt, ...testimonial }) => ({
    ...testimonial,
    order: orderId === null ? null : { number: orderId, title: title ?? '' },
    writtenAt: writtenAt.toISOString(),
  }));
}

/** Returns what clients say of orders, in every status. */
export async function listOrderTestimonials(db: Db, orderIds: readonly number[]) {
  const rows = await listTestimonialsByOrder(db, orderIds);
  return rows.map(({ orderId, writtenAt, ...testimonial }) => ({
    orderId,
    testimonial: { ...testimonial, writtenAt: writtenAt.toISOString() },
  }));
}

/** Erasure deletes all testimonials of a client. Their copy is part of their orders. */
export const testimonialsPersonalData: PersonalDataProvider = {
  name: 'testimonials',
  async erase(tx, { userId }) {
    if (await deleteTestimonialsByUser(tx, userId)) await invalidateTag(tx, TAG);
  },
};

/** Returns the published testimonials in display order, and whether there are any. */
export async function exportTestimonials(db: Db): Promise<{ value: ExportedTestimonial[]; isOwn: boolean }> {
  const rows = await listPublishedTestimonials(db);
  const value = rows.map(({ body, name, role, company, writtenAt: at }) => {
    const writtenAt = at.toISOString();
    return { body, name, role, company, writtenAt };
  });
  return { value, isOwn: value.length > 0 };
}

/** Replaces all imported testimonials, skipping those that already exist here with an order. */
export async function importTestimonials(tx: Transaction, moved: readonly ExportedTestimonial[]): Promise<void> {
  const here = await listPublishedTestimonials(tx);
  const isHere = ({ body, name }: ExportedTestimonial) =>
    here.some(row => row.orderId !== null && row.body === body && row.name === name);
  const missing = moved.filter(one => !isHere(one));
  await replaceImportedTestimonials(tx, missing);
  await invalidateTag(tx, TAG);
}
