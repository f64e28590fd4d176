import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { ZERO } from '#shared/money-arithmetic.ts';
import { loadSlotMonth, SlotPicker } from './SlotPicker.tsx';

const request = {
  optionId: 'initial',
  hours: 1,
  timeZone: 'Europe/Berlin',
  from: '2026-11-22T12:00:00Z',
  until: '2027-02-20T23:00:00Z',
};

/** Returns a fake API in which the owner is free at these instants. */
function owner(...free: string[]) {
  const times = vi.fn(({ from, until }: { from: string; until: string }) =>
    Promise.resolve({
      slots: free.filter(time => Date.parse(from) <= Date.parse(time) && Date.parse(time) < Date.parse(until)),
      durationMinutes: 30,
      total: ZERO,
      currency: 'EUR',
    }),
  );
  return { times, api: { bookings: { listSlots: times } } };
}

const read = (api: Parameters<typeof loadSlotMonth>[0], search = '') =>
  loadSlotMonth(api, request, new URLSearchParams(search));

describe('loadSlotMonth', () => {
  it('returns the first month with a free time, in one request if that is the current month', async () => {
    const { api, times } = owner('2026-11-25T09:00:00Z', '2026-12-01T09:00:00Z');
    expect(await read(api)).toMatchObject({ month: '2026-11', day: '2026-11-25', first: '2026-11', last: '2027-02' });
    expect(times).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['2026-12-01T09:00:00Z', '2026-12', '2026-12-01'],
    // 23:30 UTC on the last day of November is already December in Berlin.
    ['2026-11-30T23:30:00Z', '2026-12', '2026-12-01'],
    ['2027-02-19T09:00:00Z', '2027-02', '2027-02-19'],
  ])('returns a later month if the first time is %s', async (time, month, day) => {
    expect(await read(owner(time).api)).toMatchObject({ month, day, days: [[day, [time]]] });
  });

  it('includes the days of the next month in the last week, which can be selected', async () => {
    // Sunday, December 6, ends the last week that the calendar of November shows.
    const free = ['2026-11-30T09:00:00Z', '2026-12-06T22:30:00Z', '2026-12-06T23:30:00Z'];
    const november = await read(owner(...free).api);
    expect(november).toMatchObject({ month: '2026-11', day: '2026-11-30' });
    expect(november.days.map(([day]) => day)).toEqual(['2026-11-30', '2026-12-06']);
    expect(await read(owner(...free).api, 'month=2026-11&day=2026-12-06')).toMatchObject({
      month: '2026-11',
      day: '2026-12-06',
      days: [expect.anything(), ['2026-12-06', ['2026-12-06T22:30:00Z']]],
    });
    // The calendar of December starts with its own days.
    expect((await read(owner(...free).api, 'month=2026-12')).days[0]?.[0]).toBe('2026-12-06');
  });

  it('returns the current month if no times are available', async () => {
    expect(await read(owner().api)).toMatchObject({ month: '2026-11', day: null, days: [] });
  });

  it.each([
    ['month=2026-12', '2026-12'],
    ['day=2026-12-24', '2026-12'],
    ['month=2026-12&day=2027-01-02', '2026-12'],
    ['month=2020-01', '2026-11'],
    ['month=2030-01', '2027-02'],
    ['month=2026-13', '2027-01'],
    ['month=soon&day=2026-99-99', '2027-01'],
  ])('for %s returns %s, whether or not it has free times', async (search, month) => {
    expect((await read(owner('2027-01-05T09:00:00Z').api, search)).month).toBe(month);
  });

  it('lists the times of the selected day, or of the first one', async () => {
    const { api } = owner('2026-11-25T09:00:00Z', '2026-11-26T09:00:00Z');
    expect((await read(api, 'day=2026-11-26')).day).toBe('2026-11-26');
    expect((await read(api, 'day=2026-11-27')).day).toBe('2026-11-25');
  });
});

it('names the offset of a time that occurs twice when summer time ends', async () => {
  const timeZone = 'America/New_York';
  const { api } = owner('2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z');
  const month = await loadSlotMonth(
    api,
    { ...request, timeZone, from: '2026-10-20T12:00:00Z' },
    new URLSearchParams('day=2026-11-01'),
  );
  const props = { month, timeZone, ownerTimeZone: timeZone, path: '/', query: {}, isSubmitting: false };
  const router = createMemoryRouter([{ path: '/', element: createElement(SlotPicker, props) }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const labels = [...html.matchAll(/<button[^>]*name="startsAt"[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toEqual(['00:30', '01:30 GMT-4', '01:30 GMT-5']);
});
