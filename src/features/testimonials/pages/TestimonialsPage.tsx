import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { toast } from '#ui/toast.ts';
import { useSavedSortOrder } from '#ui/use-saved-sort-order.ts';
import { TestimonialQuote } from '../components/TestimonialQuote.tsx';
import {
  submitTestimonialReview,
  TestimonialReviewForm,
  testimonialNotices,
} from '../components/TestimonialReviewForm.tsx';
import type { TestimonialListItem } from '../contract/index.ts';

export const loader = pageLoader(({ api }) => api.testimonials.listTestimonials());

export const action = pageAction(async ({ api, form, getAll }) => {
  if (form.get('intent') === 'order') await api.testimonials.reorderTestimonials({ ids: getAll('id').map(Number) });
  else toast.success(testimonialNotices[await submitTestimonialReview(api, form)] ?? 'Testimonial saved.');
});

/** Renders the owner's list of testimonials: waiting for review, published in display order, and the rest. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const inState = (...states: TestimonialListItem['status'][]) => items.filter(({ status }) => states.includes(status));
  const approved = inState('approved');
  const order = useSavedSortOrder<typeof action>(
    approved.map(({ id }) => String(id)),
    { intent: 'order' },
  );
  const ordered = order.order.flatMap(key => approved.find(({ id }) => String(id) === key) ?? []);
  const refused = useRejectedForm();
  const { data } = order;
  const orderNote = order.saving ? 'Saving…' : data && ('failed' in data ? data.failed.message : 'Sort order saved');
  return (
    <DashboardPage
      title="Testimonials"
      intro={
        <>
          Testimonials from clients whose orders are paid and delivered. You decide which to publish; only the client
          can edit them. Testimonials that you add yourself appear after these. Edit them in{' '}
          <Link className="link" to={dashboardPaths.siteSection('testimonials')}>
            Site content
          </Link>
          .
        </>
      }
    >
      {items.length === 0 && (
        <div className="border-t border-rule py-14">
          <p className="text-lead">No testimonials yet.</p>
          <p className="mt-2 max-w-[31em] text-ink-soft">
            When an order is delivered and paid, the client can write a testimonial on the order page. It appears here,
            and you’ll get an email.
          </p>
        </div>
      )}
      <div className="grid gap-14">
        <Part title="Waiting for your review" items={inState('pending')} refused={refused} />
        <Part title="Published" items={ordered} refused={refused} status={orderNote}>
          {(testimonial, index) => (
            <div className="-mr-3">
              <ReorderButtons
                itemLabel={`testimonial by ${testimonial.name}`}
                index={index}
                count={ordered.length}
                onMove={by => order.step(String(testimonial.id), by)}
              />
            </div>
          )}
        </Part>
        <Part title="Not published" items={inState('declined', 'unpublished')} refused={refused} />
      </div>
    </DashboardPage>
  );
}

interface PartProps {
  title: string;
  items: readonly TestimonialListItem[];
  refused: FailedSubmission | undefined;
  /** Status message of reordering. */
  status?: string | undefined;
  /** Controls next to each testimonial. */
  children?: (testimonial: TestimonialListItem, index: number) => ReactNode;
}

function Part({ title, items, refused, status, children }: PartProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="max-w-[52rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule-strong pb-3">
        <h2 className="text-h4">{title}</h2>
        <output className="hint">{status}</output>
      </div>
      <ol>
        {items.map((testimonial, index) => (
          <li key={testimonial.id} className="border-b border-rule py-5">
            <div className="flex items-start justify-between gap-4">
              <p className="meta flex min-h-11 min-w-0 flex-wrap items-center gap-x-2">
                {testimonial.order ? (
                  <Link
                    className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
                    to={dashboardPaths.order(testimonial.order.number)}
                  >
                    Order {testimonial.order.number}, {testimonial.order.title}
                  </Link>
                ) : (
                  <span>Imported from another site, without the “Paid client” mark</span>
                )}
                <SiteTime instant={testimonial.writtenAt} />
              </p>
              {children?.(testimonial, index)}
            </div>
            <div className="mt-2">
              <TestimonialQuote testimonial={testimonial} />
              <TestimonialReviewForm testimonial={testimonial} refused={refused} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
