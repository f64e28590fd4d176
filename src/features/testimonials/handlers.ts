import { implement } from '@orpc/server';
import {
  findOrder,
  findOrderForUpdate,
  findTestimonialBlock,
  formatReason,
  getOrderSnapshot,
  getOrderSummary,
  notifyParty,
  withOrderAsClient,
} from '#features/orders/index.ts';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { testimonialsContract } from './contract/index.ts';
import {
  deleteTestimonialByOrder,
  findTestimonialForUpdate,
  listPublishedTestimonials,
  listTestimonials,
  listTestimonialsByOrder,
  TESTIMONIALS_TAG,
  updateTestimonialPositions,
  updateTestimonialStatus,
  upsertTestimonial,
} from './queries.ts';
import { formatRoleAndCompany, isSameTestimonial, testimonialTransitions } from './rules/testimonials.ts';

/** Per order; limits the emails that edits cause. */
const TESTIMONIALS: RateLimit = { name: 'testimonials', maxAttempts: 10, windowSeconds: 24 * 3600 };

const stateNames: Readonly<Record<TestimonialStatus, string>> = {
  pending: 'still waiting for review',
  approved: 'already published',
  declined: 'already declined',
  unpublished: 'already unpublished',
};

const testimonials = implement(testimonialsContract).$context<ApiContext>();

export const testimonialsHandlers = {
  listPublicTestimonials: testimonials.listPublicTestimonials.handler(async ({ context }) => {
    const rows = await listPublishedTestimonials(context.db);
    const items = rows.map(({ id, name, role, company, body, orderId }) => ({
      id: `client-${id}`,
      name,
      role: formatRoleAndCompany({ role, company }),
      testimonial: body,
      // Only testimonials with an order on this site are marked as from a paid client.
      isVerifiedClient: orderId !== null,
    }));
    return { items };
  }),
  listTestimonials: testimonials.listTestimonials.handler(async ({ context }) => {
    const rows = await listTestimonials(context.db);
    const items = rows.map(({ orderId, title, writtenAt, ...testimonial }) => ({
      ...testimonial,
      order: orderId === null ? null : { number: orderId, title: title ?? '' },
      writtenAt: writtenAt.toISOString(),
    }));
    return { items };
  }),
  // An edited testimonial is unpublished until approved; the owner gets no second email about one already waiting.
  saveTestimonial: testimonials.saveTestimonial.handler(
    ({ context, input: { order: reference, consent: _agreed, ...content } }) =>
      withOrderAsClient(context, reference, async (tx, { orderId, issuing: { now, timeZone } }) => {
        const order = await findOrderForUpdate(tx, orderId);
        if (!order) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
        const blockedReason = findTestimonialBlock(getOrderSummary(now, await getOrderSnapshot(tx, order, timeZone)));
        if (blockedReason) throw new AppError('CONFLICT', formatReason(blockedReason));
        const [existing] = await listTestimonialsByOrder(tx, [orderId]);
        if (existing && isSameTestimonial(existing, content)) return { state: existing.status };
        await consumeRateLimit(tx, TESTIMONIALS, String(orderId), now);
        await upsertTestimonial(tx, orderId, content, toDate(now));
        if (existing?.status === 'approved') await invalidateTag(tx, TESTIMONIALS_TAG);
        if (existing?.status !== 'pending') {
          await notifyParty('owner', tx, context, order, {
            template: 'testimonial_submitted',
            props: ({ name, link: url }) => ({
              name,
              url,
              number: order.id,
              title: order.title,
              clientName: content.name,
              body: content.body,
              wasPublished: existing?.status === 'approved',
            }),
          });
        }
        return { state: 'pending' as const };
      }),
  ),
  deleteTestimonial: testimonials.deleteTestimonial.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, async (tx, { orderId }) => {
      const isDeleted = await deleteTestimonialByOrder(tx, orderId);
      if (!isDeleted) throw new AppError('NOT_FOUND', 'This order has no testimonial.');
    }),
  ),
  // The version and status are checked so each email is sent once.
  reviewTestimonial: testimonials.reviewTestimonial.handler(
    inTransaction(async (tx, context, { testimonial, version, decision, ownerNote = '' }) => {
      const row = await findTestimonialForUpdate(tx, testimonial);
      if (!row) throw new AppError('NOT_FOUND', 'This testimonial doesn’t exist. The client may have deleted it.');
      if (row.version !== version) {
        throw new AppError(
          'CONFLICT',
          'The client has changed this testimonial. Reload the page to read the new version.',
        );
      }
      const { from, to } = testimonialTransitions[decision];
      if (!from.includes(row.status)) throw new AppError('CONFLICT', `This testimonial is ${stateNames[row.status]}.`);
      const note = to === 'declined' ? ownerNote : '';
      await updateTestimonialStatus(tx, row.id, { state: to, note, at: toDate(context.now()) });
      if (to === 'approved' || row.status === 'approved') await invalidateTag(tx, TESTIMONIALS_TAG);
      const order = to === 'unpublished' || row.orderId === null ? null : await findOrder(tx, row.orderId);
      if (order) {
        await notifyParty('client', tx, context, order, {
          template: 'testimonial_decided',
          props: ({ name, link: url }) => ({
            name,
            url,
            number: order.id,
            title: order.title,
            note: note || null,
            publishedUrl: to === 'approved' ? context.siteUrl + paths.about : null,
          }),
        });
      }
      return { state: to };
    }),
  ),
  reorderTestimonials: testimonials.reorderTestimonials.handler(
    inTransaction(async (tx, _context, { ids }) => {
      await updateTestimonialPositions(tx, ids);
      await invalidateTag(tx, TESTIMONIALS_TAG);
      return { ids: (await listPublishedTestimonials(tx)).map(({ id }) => id) };
    }),
  ),
};
