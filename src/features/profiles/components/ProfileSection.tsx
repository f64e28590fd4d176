import type { ReactNode } from 'react';
import { type Intent, intents } from '../rules/intents.ts';

interface ProfileSectionProps {
  id: string;
  title: string;
  intro: ReactNode;
  /** What was done last, as the address says after a form was sent without script, and whether this part did it. */
  saved?: Intent | undefined;
  children: ReactNode;
}

/** A part of the profile under a hairline: what it is about at the left, what can be done at the right. */
export function ProfileSection({ id, title, intro, saved, children }: ProfileSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-16 gap-y-7 border-t border-rule py-10 lg:grid-cols-12 lg:py-14"
    >
      <div className="lg:col-span-4">
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        <div className="mt-2 max-w-[44ch] text-small text-ink-soft">{intro}</div>
      </div>
      <div className="max-w-[36rem] lg:col-span-8">
        {saved && <output className="mb-6 block border-l-2 border-accent pl-4 text-small">{intents[saved]}</output>}
        {children}
      </div>
    </section>
  );
}
