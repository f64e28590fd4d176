import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { ContactFormData } from '../contract/contact-form.ts';

const linkClass = 'link -my-2.5 inline-flex min-h-11 items-center [overflow-wrap:anywhere]';

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 border-t border-rule py-3.5 text-small">
      <dt className="meta">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Contact details of the owner; empty ones are left out. */
export function OwnerDetails({ owner, now }: Pick<ContactFormData, 'owner' | 'now'>) {
  // The street on its own line, then the rest as written.
  const [street = '', ...rest] = owner.address.split(/,\s*/);
  const addressLines = [street, rest.join(', '), owner.country].filter(Boolean);
  return (
    <>
      <h2 className="text-h4">Other ways to get in touch</h2>
      <dl className="mt-4 border-b border-rule">
        <Detail label="Email">
          <a className={linkClass} href={`mailto:${owner.email}`}>
            {owner.email}
          </a>
        </Detail>
        {owner.phone && (
          <Detail label="Phone">
            <a className={`${linkClass} tabular-nums`} href={`tel:${owner.phone.replace(/[^+\d]/g, '')}`}>
              {owner.phone}
            </a>
          </Detail>
        )}
        {addressLines.length > 0 && (
          <Detail label="Address">
            <address className="not-italic">
              {[owner.name, ...addressLines].map(part => (
                <span key={part} className="block">
                  {part}
                </span>
              ))}
            </address>
          </Detail>
        )}
        <Detail label="Local time">
          <LocalClock now={now} timeZone={owner.timeZone} />
        </Detail>
        {owner.links.length > 0 && (
          <Detail label="Profiles">
            <ul className="flex flex-wrap gap-x-4 gap-y-5">
              {owner.links.map(({ label, link }) => (
                <li key={link}>
                  <a className={linkClass} href={link} target="_blank" rel="noopener me">
                    {label} <span className="sr-only">(opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          </Detail>
        )}
      </dl>
      <p className="mt-6 max-w-[23em] text-small text-ink-soft">
        For an itemized quote, request a{' '}
        <Link className="link" to={paths.customPlan}>
          custom plan
        </Link>
        . All other prices are on the{' '}
        <Link className="link" to={paths.pricing}>
          pricing page
        </Link>
        .
      </p>
    </>
  );
}

/** Formats time, day and time zone: 14:05 on Friday (GMT-5). */
function clockText(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)?.value ?? '';
  return `${part('hour')}:${part('minute')} on ${part('weekday')} (${part('timeZoneName')})`;
}

/** Current time in a time zone, updated while the page is open; `now` is when it was rendered. */
function LocalClock({ now, timeZone }: { now: string; timeZone: string }) {
  const [shown, setShown] = useState(() => new Date(now));
  useEffect(() => {
    const timer = setInterval(() => setShown(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  // The minute may change between server rendering and hydration.
  return (
    <time className="tabular-nums" dateTime={shown.toISOString()} suppressHydrationWarning>
      {clockText(shown, timeZone)}
    </time>
  );
}
