import type { ReactNode } from 'react';
import { LocalDateTime } from '#ui/DateTime.tsx';

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="max-w-[42rem] border-l-2 border-danger pl-4 text-small">
      <h2 className="font-display font-semibold">{title}</h2>
      <p className="mt-1 text-ink-soft">{children}</p>
    </section>
  );
}

/** Warns that a site configured as local is used from elsewhere, and says what to set. */
export function AddressWarning() {
  return (
    <Warning title="Set this site’s address">
      Visitors use an address that isn’t set up, so links in emails and feeds don’t work. Start the site with{' '}
      <code>SITE_URL</code> set to the address that visitors use, such as <code>SITE_URL=https://example.org</code>.
    </Warning>
  );
}

/** Warns that cleanups are paused because the clock may be wrong. Takes instants (ISO 8601). */
export function ClockWarning({ jumpedFrom, pausedUntil }: { jumpedFrom: string; pausedUntil: string }) {
  return (
    <Warning title="Check the server’s clock">
      The clock moved by more than a week since the last cleanup on <LocalDateTime instant={jumpedFrom} />. If the site
      was off in between, you don’t need to do anything. Otherwise, correct the clock. Old data will be deleted again
      after <LocalDateTime instant={pausedUntil} />.
    </Warning>
  );
}
