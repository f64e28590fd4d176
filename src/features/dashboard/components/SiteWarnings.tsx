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
      People use this site at an address that it doesn’t know, so links in emails and feeds don’t work. Start it with{' '}
      <code>SITE_URL</code> set to the address people use, for example <code>SITE_URL=https://example.org</code>.
    </Warning>
  );
}

/** Warns that cleanups are paused because the clock may be wrong. Takes instants (ISO 8601). */
export function ClockWarning({ jumpedFrom, pausedUntil }: { jumpedFrom: string; pausedUntil: string }) {
  return (
    <Warning title="Check the server’s clock">
      It moved by more than a week: the last cleanup was on <LocalDateTime instant={jumpedFrom} />. If the site was off
      in between, you don’t need to do anything. Otherwise correct the clock: old data is deleted again after{' '}
      <LocalDateTime instant={pausedUntil} />.
    </Warning>
  );
}
