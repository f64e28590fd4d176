import { MetaLine } from '#ui/MetaLine.tsx';
import { AvatarImage } from '#ui/Picture.tsx';
import type { SiteSections } from '../contract/content.ts';

type OwnTestimonial = SiteSections['testimonials'][number];

/** Written by the owner, with a rating, or by a client. */
type Testimonial =
  | OwnTestimonial
  | (Pick<OwnTestimonial, 'name' | 'role' | 'testimonial'> & {
      readonly id: string;
      readonly isVerifiedClient: boolean;
    });

const PaidClientBadge = () => <span className="paid-mark">Paid client</span>;

const isPaid = (testimonial: Testimonial) => 'isVerifiedClient' in testimonial && testimonial.isVerifiedClient;

function TestimonialAuthor({ testimonial }: { testimonial: Testimonial }) {
  return (
    <figcaption className="mt-5 flex items-center gap-3.5">
      {'rating' in testimonial && <AvatarImage picture={testimonial.avatar} />}
      <div>
        <span className="block font-display text-small font-semibold">{testimonial.name}</span>
        <MetaLine items={[testimonial.role, 'rating' in testimonial && `${testimonial.rating.toFixed(1)}/5`]} />
        {isPaid(testimonial) && (
          <span className="meta block">
            <PaidClientBadge />
          </span>
        )}
      </div>
    </figcaption>
  );
}

/** Shows testimonials: one large, the others next to it. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const [first, ...others] = testimonials;
  if (!first) return null;
  return (
    <div className="grid gap-x-12 gap-y-12 [overflow-wrap:anywhere] lg:grid-cols-12">
      <div className="lg:sticky lg:top-28 lg:col-span-6 lg:self-start">
        <figure>
          <blockquote className="text-[clamp(1.375rem,1.1rem+1.2vw,2rem)] leading-[1.35] whitespace-pre-line">
            <p>{first.testimonial}</p>
          </blockquote>
          <TestimonialAuthor testimonial={first} />
        </figure>
        {testimonials.some(isPaid) && (
          <p className="hint mt-8 max-w-[56ch]">
            <PaidClientBadge /> means that this person ordered on this site, paid in full and received the work.
          </p>
        )}
      </div>
      <div className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:col-span-6">
        {others.map(testimonial => (
          <figure key={testimonial.id} className="border-t border-rule pt-5 lg:nth-[-n+2]:border-0 lg:nth-[-n+2]:pt-0">
            <blockquote className="text-small whitespace-pre-line text-ink-soft">
              <p>{testimonial.testimonial}</p>
            </blockquote>
            <TestimonialAuthor testimonial={testimonial} />
          </figure>
        ))}
      </div>
    </div>
  );
}
