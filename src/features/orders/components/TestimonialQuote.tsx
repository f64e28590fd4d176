import { formatRoleAndCompany, type TestimonialContent } from '../rules/testimonials.ts';

/** What somebody says, word for word, and how they want to be named. */
export function TestimonialQuote({ said }: { said: TestimonialContent }) {
  const position = formatRoleAndCompany(said);
  return (
    <figure className="max-w-[60ch] border-l-2 border-accent pl-4 [overflow-wrap:anywhere]">
      <blockquote>
        <p className="whitespace-pre-line">{said.words}</p>
      </blockquote>
      <figcaption className="mt-2 text-small">
        <span className="font-display font-semibold">{said.name}</span>
        {position && <span className="text-ink-soft"> · {position}</span>}
      </figcaption>
    </figure>
  );
}
