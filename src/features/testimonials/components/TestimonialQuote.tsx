import { formatRoleAndCompany, type TestimonialContent } from '../rules/testimonials.ts';

export function TestimonialQuote({ testimonial }: { testimonial: TestimonialContent }) {
  const position = formatRoleAndCompany(testimonial);
  return (
    <figure className="max-w-[31em] border-l-2 border-accent pl-4 [overflow-wrap:anywhere]">
      <blockquote>
        <p className="whitespace-pre-line">{testimonial.body}</p>
      </blockquote>
      <figcaption className="mt-2 text-small">
        <span className="font-display font-semibold">{testimonial.name}</span>
        {position && <span className="text-ink-soft"> · {position}</span>}
      </figcaption>
    </figure>
  );
}
