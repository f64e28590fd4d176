import type { ComponentProps, ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { formatBytes } from '#features/media/browser.ts';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { rateText } from '#shared/price-tax.ts';
import { formatPlainDate, formatTimeZone } from '#shared/time.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import type { Booking } from '../contract.ts';
import { formatLongDate, formatDuration, toLocalDate, formatTimeOfDay } from '../../lifecycle/rules/calendar-month.ts';
import { TimeZoneSelect } from '../../checkout/components/TimeZoneSelect.tsx';
import type { BookingPageData } from './booking-page.ts';

export function BookingSection({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 id={id} className="border-t border-rule-strong pt-4 text-h3">
        {title}
      </h2>
      <div className="mt-5">{children}</div>
    </section>
  );
}

export function BookingSummary({ page: { booking, timeZone, timeZones } }: { page: BookingPageData }) {
  const { startsAt, endsAt, ownerTimeZone, durationMinutes, total, tax, currency, client } = booking;
  const { search } = useLocation();
  const keptParams = [...new URLSearchParams(search)].filter(([name]) => ['change', 'month', 'day'].includes(name));
  return (
    <BookingSection title="Booking summary">
      <p className="font-display text-h3 font-semibold text-balance">
        {formatLongDate(toLocalDate(startsAt, timeZone))}
      </p>
      <p className="mt-1 font-mono text-h4 tabular-nums">
        {formatTimeOfDay(startsAt, timeZone)} to {formatTimeOfDay(endsAt, timeZone)}
      </p>
      <p className="meta mt-1">Time zone: {formatTimeZone(timeZone)}</p>
      <dl className="mt-5 text-small">
        {ownerTimeZone !== timeZone && (
          <Fact label="Owner’s time">
            {formatTimeOfDay(startsAt, ownerTimeZone)}, {formatLongDate(toLocalDate(startsAt, ownerTimeZone))} (
            {formatTimeZone(ownerTimeZone)})
          </Fact>
        )}
        <Fact label="What">
          {booking.title}, {formatDuration(durationMinutes)}
        </Fact>
        {total > 0 && <Fact label="Price">{formatMoney({ minor: total, currency }, { exact: true })}</Fact>}
        {total > 0 && tax && (
          <Fact label="Tax">
            Includes {tax.name} {rateText(tax.basisPoints)}:{' '}
            {formatMoney({ minor: tax.amount, currency }, { exact: true })}
          </Fact>
        )}
        {total > 0 && booking.taxNote !== null && <Fact label="Tax">{booking.taxNote}</Fact>}
        {client && (
          <Fact label="Who">
            {client.name}
            {client.email && <span className="block [overflow-wrap:anywhere]">{client.email}</span>}
            {client.phone && <span className="block">{client.phone}</span>}
          </Fact>
        )}
        {booking.notes && (
          <Fact label="Notes">
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{booking.notes}</span>
          </Fact>
        )}
      </dl>
      <Disclosure label="Change time zone" className="border-y border-rule">
        <Form method="get" preventScrollReset className="grid items-end gap-3 @xl:grid-cols-[1fr_auto]">
          {keptParams.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} readOnly />
          ))}
          <TimeZoneSelect timeZones={timeZones} value={timeZone} />
          <button type="submit" className="button">
            Update times
          </button>
        </Form>
      </Disclosure>
    </BookingSection>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_1fr] gap-x-4 border-t border-rule py-2.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

export function BookingDocuments({ booking: { billingDocuments, files, currency } }: { booking: Booking }) {
  const { pathname: back } = useLocation();
  if (billingDocuments.length + files.length === 0) return null;
  return (
    <BookingSection title="Documents">
      <ul className="text-small">
        {billingDocuments.map(({ number, title, total, amountDue, issuedOn, path }) => (
          <DocumentLink key={number} href={withQuery(path, { back })}>
            <span>
              {title}
              <span className="meta block">
                {formatPlainDate(issuedOn)}
                {amountDue > 0 && ' · unpaid'}
              </span>
            </span>
            <span className="font-mono tabular-nums">{formatMoney({ minor: total, currency }, { exact: true })}</span>
          </DocumentLink>
        ))}
        {files.map(({ id, name, sizeBytes, path }) => (
          <DocumentLink key={id} href={path} download>
            <span className="[overflow-wrap:anywhere]">{name}</span>
            <span className="meta">{formatBytes(sizeBytes)}</span>
          </DocumentLink>
        ))}
      </ul>
    </BookingSection>
  );
}

function DocumentLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <li className="border-t border-rule first:border-t-0">
      <a
        className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-2.5 no-underline hover:text-accent"
        {...link}
      >
        {children}
      </a>
    </li>
  );
}
