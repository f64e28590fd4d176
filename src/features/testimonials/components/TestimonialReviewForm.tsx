import type { Api } from '#shared/api.ts';
import { TextArea } from '#ui/TextArea.tsx';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { TestimonialDecision } from '../contract/index.ts';
import { testimonialTransitions } from '../rules/testimonials.ts';
import { ActionForm, getFieldError, type FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';

const INTENT = 'decide-testimonial';

interface TestimonialFormsProps {
  testimonial: { readonly id: number; readonly version: number; readonly status: TestimonialStatus };
  refused: FailedSubmission | undefined;
}

/** Renders the owner's possible decisions about a testimonial. */
export function TestimonialReviewForm({ testimonial: { id, version, status }, refused }: TestimonialFormsProps) {
  const can = (decision: TestimonialDecision) => testimonialTransitions[decision].from.includes(status);
  const fields = (decision: TestimonialDecision) => ({ testimonial: String(id), version: String(version), decision });
  const declined = refused?.values.decision === 'decline' && refused.values.testimonial === String(id);
  return (
    <div className="mt-4 grid gap-2">
      {can('approve') && (
        <ActionForm
          intent={INTENT}
          fields={fields('approve')}
          label={status === 'pending' ? 'Approve and publish' : 'Publish testimonial'}
          primary={status === 'pending'}
          failure={refused}
        />
      )}
      {can('unpublish') && (
        <ActionForm intent={INTENT} fields={fields('unpublish')} label="Unpublish testimonial" failure={refused} />
      )}
      {can('decline') && (
        <Disclosure label="Decline testimonial" open={declined}>
          <ActionForm intent={INTENT} fields={fields('decline')} label="Decline testimonial" danger failure={refused}>
            <div className="w-full max-w-[40rem]">
              <TextArea
                label="Note to the client (optional)"
                name="ownerNote"
                maxLength={1000}
                defaultValue={declined ? refused.values.ownerNote : undefined}
                error={declined ? getFieldError(refused, INTENT, 'ownerNote') : undefined}
                hint="The client gets this note by email, and can change the testimonial."
              />
            </div>
          </ActionForm>
        </Disclosure>
      )}
    </div>
  );
}

/** Submits the owner's decision. Returns the key of its notice. */
export async function submitTestimonialReview(api: Api, form: ReadonlyMap<string, string>): Promise<string> {
  const { state } = await api.testimonials.reviewTestimonial({
    testimonial: form.get('testimonial') ?? '',
    version: form.get('version') ?? '',
    decision: (form.get('decision') ?? '') as TestimonialDecision,
    ownerNote: form.get('ownerNote') ?? '',
  });
  return `testimonial-${state}`;
}

/** Shown after a testimonial action succeeded. */
export const testimonialNotices: Readonly<Record<string, string>> = {
  testimonial: 'Thank you. Your testimonial is reviewed next, and you’ll get an email with the decision.',
  'testimonial-same': 'There are no changes to save.',
  'testimonial-withdrawn': 'Testimonial deleted.',
  'testimonial-approved': 'Testimonial published.',
  'testimonial-declined': 'Testimonial declined. The client has been notified by email.',
  'testimonial-unpublished': 'Testimonial unpublished.',
};
