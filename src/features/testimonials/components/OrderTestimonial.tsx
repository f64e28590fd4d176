import { type ReactNode, use, useId, useState } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { TextField } from '#ui/TextField.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { MAX_ROLE_LENGTH, MAX_TESTIMONIAL_LENGTH } from '../contract/limits.ts';
import type { Order, ClientTestimonial } from '#features/orders/lifecycle/contract/order.ts';
import { ActionForm, type FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { TestimonialReviewForm } from './TestimonialReviewForm.tsx';
import { TestimonialQuote } from './TestimonialQuote.tsx';

interface OrderTestimonialProps {
  order: Order;
  refused: FailedSubmission | undefined;
}

/** Returns whether the section is shown: a testimonial exists, or the client can write one now. */
export function shouldShowTestimonial({ party, asOf, testimonial: { blockedReason, current } }: Order): boolean {
  return current !== null || (party === 'client' && asOf === null && blockedReason === null);
}

export function OrderTestimonial({ order, refused }: OrderTestimonialProps) {
  const { party, asOf, testimonial } = order;
  const { current } = testimonial;
  const { name: ownerName } = use(siteMetaContext);
  if (party === 'owner') return <OwnerView order={order} refused={refused} />;
  return (
    <>
      {current === null ? (
        <p className="max-w-[31em] text-small text-ink-soft">
          Your order is delivered and paid. Would you like to tell others how it went? {ownerName} reviews your
          testimonial before it appears on this site, marked “Paid client”.
        </p>
      ) : (
        <CurrentTestimonial testimonial={current} noteLabel={`Note from ${ownerName}`}>
          {current.status === 'approved' ? (
            <>
              Published on{' '}
              <a className="link" href={paths.about}>
                the site
              </a>
            </>
          ) : (
            getClientLabel(current.status, ownerName)
          )}
        </CurrentTestimonial>
      )}
      {asOf === null && (
        <div className="mt-4">
          {testimonial.blockedReason === null && <TestimonialForm order={order} refused={refused} />}
          {current && (
            <Disclosure label="Delete testimonial">
              <p className="mb-3 max-w-[31em] text-small text-ink-soft">
                Your testimonial is deleted here and on the site. You can’t undo this.
              </p>
              <ActionForm intent="withdraw-testimonial" label="Delete my testimonial" danger failure={refused} />
            </Disclosure>
          )}
        </div>
      )}
    </>
  );
}

/** As shown to the client. */
function getClientLabel(status: Exclude<ClientTestimonial['status'], 'approved'>, ownerName: string): string {
  const labels = {
    pending: `Waiting for review; only you and ${ownerName} can see it`,
    declined: `Not published: ${ownerName} declined it`,
    unpublished: `No longer published: ${ownerName} removed it from the site`,
  } as const;
  return labels[status];
}

interface CurrentTestimonialProps {
  testimonial: ClientTestimonial;
  /** Whose note it is, as the viewer reads it. */
  noteLabel: string;
  children: ReactNode;
}

function CurrentTestimonial({ testimonial, noteLabel, children }: CurrentTestimonialProps) {
  return (
    <>
      <p className="meta mb-2">
        {children} · <SiteTime instant={testimonial.writtenAt} />
      </p>
      <TestimonialQuote testimonial={testimonial} />
      {testimonial.ownerNote !== '' && (
        <p className="mt-3 max-w-[31em] text-small whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
          {noteLabel}: “{testimonial.ownerNote}”
        </p>
      )}
    </>
  );
}

/** As shown to the owner. */
const ownerLabels: Readonly<Record<ClientTestimonial['status'], string>> = {
  pending: 'Waiting for your review',
  approved: 'Published on the site',
  declined: 'Declined',
  unpublished: 'Removed from the site',
};

function OwnerView({ order: { asOf, testimonial }, refused }: OrderTestimonialProps) {
  const { current } = testimonial;
  if (!current) return null;
  return (
    <>
      <CurrentTestimonial testimonial={current} noteLabel="Your note to the client">
        {ownerLabels[current.status]}
      </CurrentTestimonial>
      {asOf === null && <TestimonialReviewForm testimonial={current} refused={refused} />}
      <p className="mt-3 max-w-[31em] text-small text-ink-soft">
        You decide whether to publish it. Only the client can edit or delete it. See all testimonials in{' '}
        <Link className="link" to={dashboardPaths.testimonials}>
          Testimonials
        </Link>
        .
      </p>
    </>
  );
}

const INTENT = 'testimonial';

function TestimonialForm({ order, refused }: OrderTestimonialProps) {
  const { client, testimonial } = order;
  const { current } = testimonial;
  const typed = refused?.values.intent === INTENT ? refused.values : undefined;
  const { body = '', role = '', company = '', name = client.name } = current ?? {};
  const field = createFieldProps(typed && refused, { body, name, role, company });
  return (
    <Disclosure
      // Remounts after saving, to close and show the saved text.
      key={current?.version ?? 0}
      label={current ? 'Edit testimonial' : 'Write a testimonial'}
      open={typed !== undefined}
    >
      <ActionForm intent={INTENT} label="Send for review" failure={refused}>
        <div className="grid w-full max-w-[40rem] gap-5">
          <BodyField field={field('body')} isShown={current?.status === 'approved'} />
          <div className="grid gap-5 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <TextField
                label="Your name, as shown on the site"
                autoComplete="name"
                maxLength={80}
                {...field('name')}
              />
            </div>
            <TextField
              label="Your role (optional)"
              autoComplete="organization-title"
              maxLength={MAX_ROLE_LENGTH}
              {...field('role')}
            />
            <TextField
              label="Your company (optional)"
              autoComplete="organization"
              maxLength={MAX_ROLE_LENGTH}
              {...field('company')}
            />
          </div>
          <Consent isGiven={typed?.consent === 'on'} error={field('consent').error} />
        </div>
      </ActionForm>
    </Disclosure>
  );
}

/** Remaining characters from which the counter is shown. */
const WARN_WITHIN = 200;

function BodyField({ field, isShown }: { field: ReturnType<ReturnType<typeof createFieldProps>>; isShown: boolean }) {
  const [length, setLength] = useState(field.defaultValue.length);
  const { name: ownerName } = use(siteMetaContext);
  const left = MAX_TESTIMONIAL_LENGTH - length;
  const limit =
    left <= WARN_WITHIN
      ? `${left} of ${MAX_TESTIMONIAL_LENGTH} characters left.`
      : `Up to ${MAX_TESTIMONIAL_LENGTH} characters.`;
  return (
    <TextArea
      {...field}
      label="Your testimonial"
      rows={5}
      maxLength={MAX_TESTIMONIAL_LENGTH}
      onChange={event => setLength(event.target.value.length)}
      hint={`${limit} ${isShown ? `If you change your testimonial, the site doesn’t show it until ${ownerName} approves the new version.` : `You can edit or delete it at any time. ${ownerName} reviews each change before it appears.`}`}
    />
  );
}

function Consent({ isGiven, error }: { isGiven: boolean; error: string | undefined }) {
  const id = useId();
  return (
    <div className="text-small">
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="consent"
          className="mt-0.5 size-5 shrink-0"
          defaultChecked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className="max-w-[31em]">
          I agree that this testimonial appears publicly on this site, with my name and the details above, until I
          delete it.
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} className="pl-8 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
