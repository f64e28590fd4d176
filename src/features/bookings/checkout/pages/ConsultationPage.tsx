import { use, useEffect, useEffectEvent, useRef } from 'react';
import { Form, Link, redirect, useLoaderData, useNavigation, useSubmit } from 'react-router';
import { reloadAfterResponse, pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { taxNote } from '#shared/price-tax.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { isTimeZone } from '#shared/time.ts';
import { createRandomId } from '#shared/random-id.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { PageNotice } from '#ui/PageNotice.tsx';
import { readStoredText, storeText } from '#ui/stored-text.ts';
import { SlotSuggestions, parseSuggestedSlots } from '../components/SlotSuggestions.tsx';
import { loadSlotMonth, NEXT_STEP, SlotPicker } from '../components/SlotPicker.tsx';
import { TimeZoneSelect } from '../components/TimeZoneSelect.tsx';
import type { ConsultationOptions } from '../contract.ts';
import { MIN_HOURS, MAX_HOURS } from '../../lifecycle/contract/limits.ts';
import { formatDuration, formatOwnerLocation } from '../../lifecycle/rules/calendar-month.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const offered = await api.bookings.listConsultationOptions();
  const { options, timeZone: ownerTimeZone } = offered;
  const option =
    options.find(({ id }) => id === searchParams.get('option')) ?? options.find(one => one.isPrimary) ?? options[0];
  const count = Number(searchParams.get('hours'));
  const hours = option?.priceUnit === 'hour' && count >= MIN_HOURS && count <= MAX_HOURS ? Math.floor(count) : 1;
  const zoneParam = searchParams.get('zone') ?? '';
  const timeZone = isTimeZone(zoneParam) ? zoneParam : ownerTimeZone;
  const { bookableFrom: from, bookableUntil: until } = offered;
  const picked =
    option && (await loadSlotMonth(api, { optionId: option.id, hours, timeZone, from, until }, searchParams));
  return {
    offered,
    option,
    canBook: offered.closed === null || picked?.total === 0,
    hours,
    timeZone,
    isZoneNamed: timeZone === zoneParam,
    picked,
    replacesHold: searchParams.get('replacesHold') ?? '',
    // One key per page view, so submitting twice creates one hold.
    idempotencyKey: createRandomId(),
  };
});

/** Also after a rejected form: the chosen time may be taken. */
export const shouldRevalidate = reloadAfterResponse;

export const action = pageAction(async ({ api, form }) => {
  const startsAt = form.get('startsAt') ?? '';
  const replacesHold = form.get('replacesHold') || readStoredText(HOLD_KEY, 'sessionStorage');
  const { accessToken } = await api.bookings.createHold({
    optionId: form.get('optionId') ?? '',
    hours: form.get('hours') ?? '1',
    startsAt,
    timeZone: form.get('zone') ?? '',
    ...(replacesHold ? { replacesHold } : {}),
    // A different time is a different hold.
    idempotencyKey: `${form.get('idempotencyKey') ?? ''} ${startsAt}`.slice(0, 64),
  });
  storeText(HOLD_KEY, accessToken, 'sessionStorage');
  const next = withQuery(sellingPaths.booking(accessToken), { zone: form.get('zone') });
  throw redirect(`${next}#${NEXT_STEP}`, 303);
});

/** The secret of the booking reserved in this tab, which another time replaces. */
const HOLD_KEY = 'reserved-booking';

/** Shows a consultation and its available times; works without JavaScript. */
export function Component() {
  const { offered, option, canBook } = useLoaderData<typeof loader>();
  return (
    <div className="frame pt-10 pb-24 sm:pt-14">
      <PageMeta
        title="Book a consultation"
        description="Choose a consultation and a time in your time zone. Your time is reserved for 30 minutes while you pay."
        path={paths.consultation}
        socialImage={paths.socialCard('page', 'pricing')}
      />
      <p className="meta">
        <Link className="inline-flex min-h-11 items-center hover:text-accent" to={`${paths.pricing}#consultation`}>
          Back to pricing
        </Link>
      </p>
      <h1 className="text-h1">Book a consultation</h1>
      {(!option || canBook) && (
        <p className="mt-4 max-w-[30em] text-lead text-ink-soft">
          {option
            ? `Choose a consultation and a time that works for you. Your time is reserved for ${offered.holdMinutes} minutes while you enter your details and pay. You don’t need an account.`
            : 'Consultations aren’t available right now.'}
        </p>
      )}
      {offered.closed !== null && <PageNotice>{offered.closed}</PageNotice>}
      {option ? <Booking /> : <GetInTouch />}
      {offered.features.length > 0 && <Features features={offered.features} />}
    </div>
  );
}

function GetInTouch() {
  return (
    <Link className="button mt-8" to={paths.contact}>
      Get in touch
    </Link>
  );
}

function Booking() {
  const { offered, option, canBook, hours, timeZone, picked, replacesHold, idempotencyKey } =
    useLoaderData<typeof loader>();
  const { name: ownerName } = use(siteMetaContext);
  const failed = useRejectedForm()?.failed;
  const sending = useNavigation().formMethod === 'POST';
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failed) alert.current?.focus();
  }, [failed]);
  if (!option || !picked) return null;
  const query = {
    option: option.id,
    hours: option.priceUnit === 'hour' ? hours : undefined,
    zone: timeZone,
    replacesHold,
  };
  const { minimumNoticeHours: notice, minimumChangeNoticeHours: changeNotice } = offered;
  const price = formatMoney({ minor: picked.total, currency: picked.currency }, { exact: true });
  if (!canBook) {
    return (
      <div className="@container">
        <OptionForm />
        <GetInTouch />
      </div>
    );
  }
  return (
    <div className="@container">
      <OptionForm />
      <section aria-labelledby="time-title" className="mt-14">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t border-rule-strong pt-4">
          <h2 id="time-title" className="text-h3">
            2. Choose a time
          </h2>
          <p className="font-mono text-small tabular-nums">
            {option.title}, {formatDuration(picked.minutes)}, {price}
            {offered.tax && ` ${taxNote({ ...offered.tax, isIncluded: true })}`}
          </p>
        </div>
        <PostForm className="mt-6">
          <input type="hidden" name="optionId" value={option.id} readOnly />
          <input type="hidden" name="hours" value={hours} readOnly />
          <input type="hidden" name="zone" value={timeZone} readOnly />
          <input type="hidden" name="replacesHold" value={replacesHold} readOnly />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
          {failed && (
            <div ref={alert} role="alert" tabIndex={-1} className="mb-8 max-w-[34rem] border-l-2 border-danger pl-4">
              <p className="text-small">{failed.message}</p>
              <div className="mt-4">
                <SlotSuggestions
                  slots={parseSuggestedSlots(failed.fields)}
                  timeZone={timeZone}
                  isSubmitting={sending}
                />
              </div>
            </div>
          )}
          <SlotPicker
            month={picked}
            timeZone={timeZone}
            ownerTimeZone={offered.timeZone}
            path={paths.consultation}
            query={query}
            isSubmitting={sending}
          />
        </PostForm>
        <p className="hint mt-6 max-w-[62ch]">
          {notice > 0 && `Book at least ${formatDuration(notice * 60)} ahead. `}
          {formatOwnerLocation(ownerName, offered.timeZone, offered.bookableFrom)} You can reschedule, or cancel for a
          full refund, until {changeNotice > 0 && `${formatDuration(changeNotice * 60)} before `}the start.
        </p>
      </section>
    </div>
  );
}

/** Returns the visitor's time zone; `fallback` if it's unknown. */
function getLocalZone(fallback: string): string {
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(localZone) ? localZone : fallback;
}

/** Form for consultation, hours and time zone; submits automatically with JavaScript. */
function OptionForm() {
  const {
    offered,
    option: chosen,
    canBook,
    hours,
    timeZone,
    isZoneNamed,
    replacesHold,
  } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const submitForm = () => {
    const choices = new FormData(form.current ?? undefined);
    // The owner's time zone wasn't chosen by the visitor.
    if (!isZoneNamed && choices.get('zone') === timeZone) choices.set('zone', getLocalZone(timeZone));
    void submit(choices, { action: paths.consultation, preventScrollReset: true, replace: true });
  };
  const showLocalTimes = useEffectEvent(submitForm);
  useEffect(() => {
    if (canBook && !isZoneNamed && getLocalZone(timeZone) !== timeZone) showLocalTimes();
  }, [canBook, isZoneNamed, timeZone]);
  // Reuse the elements so they keep focus, and sync them with the URL after navigating back.
  const state = `${chosen?.id} ${hours}`;
  const shown = useRef(state);
  useEffect(() => {
    // The fields may contain choices made before hydration.
    if (shown.current === state) return;
    shown.current = state;
    const fields = form.current?.elements;
    const [option, length] = [fields?.namedItem('option'), fields?.namedItem('hours')];
    if (option instanceof RadioNodeList && chosen) option.value = chosen.id;
    if (length instanceof HTMLSelectElement) length.value = String(hours);
  }, [chosen, hours, state]);
  return (
    <Form ref={form} method="get" action={paths.consultation} className="mt-10" preventScrollReset>
      {replacesHold && <input type="hidden" name="replacesHold" value={replacesHold} readOnly />}
      <fieldset>
        <legend className="w-full border-t border-rule-strong pt-4 font-display text-h3 font-semibold">
          1. Choose a consultation
        </legend>
        <div className="mt-5 grid gap-4 @3xl:grid-cols-3">
          {offered.options.map(option => (
            <OptionCard key={option.id} option={option} onChange={submitForm} />
          ))}
        </div>
      </fieldset>
      <div className="mt-6 grid items-end gap-4 @xl:max-w-[34rem] @xl:grid-cols-[1fr_auto]">
        {canBook && <TimeZoneSelect timeZones={offered.timeZones} value={timeZone} onChange={submitForm} />}
        <button type="submit" className="button without-script">
          Show times
        </button>
      </div>
    </Form>
  );
}

function OptionCard({ option, onChange }: { option: ConsultationOptions['options'][number]; onChange: () => void }) {
  const { offered, option: chosen, hours } = useLoaderData<typeof loader>();
  const { id, title, description, isPrimary, price, priceUnit, durationMinutes } = option;
  const isChosen = id === chosen?.id;
  return (
    <div className="flex flex-col rounded-control border border-rule p-5 has-[input:checked]:border-accent has-[input:checked]:bg-accent-wash">
      {/* Direct children of the card, so prices line up below the choices. */}
      <label className="contents cursor-pointer">
        <span className="flex items-baseline gap-3">
          <input
            type="radio"
            name="option"
            value={id}
            defaultChecked={isChosen}
            onChange={onChange}
            className="size-4.5 shrink-0 translate-y-0.5"
          />
          <span className="font-display text-h4 font-semibold">{title}</span>
        </span>
        {isPrimary && <span className="meta mt-1 pl-7.5 text-accent">Most popular</span>}
        <span className="mt-2 block flex-1 text-small text-ink-soft">{description}</span>
        <span className="order-1 mt-4 flex items-baseline justify-between gap-4">
          <span>
            <span className="font-mono text-h4 tabular-nums">{formatMoney(price)}</span>
            {offered.tax && <span className="meta block">{taxNote(offered.tax)}</span>}
          </span>
          <span className="meta">{priceUnit === 'hour' ? 'per hour' : formatDuration(durationMinutes)}</span>
        </span>
      </label>
      {priceUnit === 'hour' && (
        <label className="mt-3 flex items-center gap-3 text-small">
          Number of hours
          <select
            name="hours"
            className="field w-auto"
            defaultValue={isChosen ? hours : 1}
            onChange={isChosen ? onChange : undefined}
          >
            {Array.from({ length: MAX_HOURS }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Features({ features }: Pick<ConsultationOptions, 'features'>) {
  return (
    <section aria-labelledby="features-title" className="mt-20">
      <h2 id="features-title" className="text-h2">
        What’s included
      </h2>
      <dl className="mt-6 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ id, name, description }) => (
          <div key={id} className="border-t border-rule py-4">
            <dt className="font-display font-semibold">{name}</dt>
            <dd className="mt-1 text-small text-ink-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
