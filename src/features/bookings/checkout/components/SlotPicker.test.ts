import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { SlotPicker } from './SlotPicker.tsx';

it('names the offset of a time that occurs twice when summer time ends', () => {
  const times = ['2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];
  const month = { month: '2026-11', hasTimes: true, day: '2026-11-01', days: [['2026-11-01', times]] };
  const props = {
    month: { ...month, first: '2026-11', last: '2026-11', minutes: 30, total: 0, currency: 'USD' },
    timeZone: 'America/New_York',
    ownerTimeZone: 'America/New_York',
    path: '/',
    query: {},
    isSubmitting: false,
  } as unknown as ComponentProps<typeof SlotPicker>;
  const router = createMemoryRouter([{ path: '/', element: createElement(SlotPicker, props) }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const labels = [...html.matchAll(/<button[^>]*name="startsAt"[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toEqual(['00:30', '01:30 GMT-4', '01:30 GMT-5']);
});
