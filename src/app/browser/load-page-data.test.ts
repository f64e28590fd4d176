import { createMemoryRouter, data, redirect } from 'react-router';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { ChunkLoadError } from '#platform/pages/lazy-page.ts';
import { ApiError } from '#shared/errors.ts';
import { toast } from '#ui/toast.ts';
import { loadPageData } from './load-page-data.ts';

const noAnswer = new ApiError('FETCH_ERROR', 'Can’t reach the site.');

/** A router on `/orders?page=2` with a layout, whose next loads throw the given errors. */
async function openOrders() {
  const errors: { layout?: unknown; page?: unknown } = {};
  let loads = 0;
  const load = (part: 'layout' | 'page') => () => {
    if (errors[part] !== undefined) throw errors[part];
    loads += 1;
    return `${part} ${loads}`;
  };
  const router = createMemoryRouter(
    [
      {
        id: 'layout',
        path: '/',
        loader: load('layout'),
        children: [
          { id: 'orders', path: 'orders', loader: load('page'), action: () => 'saved', ErrorBoundary: () => null },
          { id: 'login', path: 'login' },
        ],
      },
    ],
    { initialEntries: ['/orders?page=2'], dataStrategy: loadPageData },
  );
  await vi.waitUntil(() => router.state.initialized);
  expect(router.state.loaderData).toEqual({ layout: 'layout 1', orders: 'page 2' });
  return { router, errors };
}

let shown: Mock<typeof toast.error>;
let dismissed: Mock<typeof toast.dismiss>;
beforeEach(() => {
  shown = vi.spyOn(toast, 'error').mockReturnValue('not-updated');
  dismissed = vi.spyOn(toast, 'dismiss').mockReturnValue();
});

describe('loadPageData', () => {
  it.each([
    ['no answer', noAnswer],
    ['no answer in time', new ApiError('TIMEOUT_ERROR', 'The site took too long.')],
    ['too many requests', data(undefined, { status: 429 })],
    ['a fault', data(undefined, { status: 500 })],
    ['a site that is starting', data(undefined, { status: 503 })],
    ['missing code', new ChunkLoadError('Loading failed.')],
  ])('keeps the data of a page when reloading it fails with %s', async (_, error) => {
    const { router, errors } = await openOrders();
    errors.page = error;
    await router.revalidate();
    expect(router.state.errors).toBeNull();
    expect(router.state.loaderData).toEqual({ layout: 'layout 3', orders: 'page 2' });
    expect(shown).toHaveBeenCalledOnce();
    dismissed.mockClear();
    delete errors.page;
    await router.revalidate();
    expect(router.state.loaderData).toEqual({ layout: 'layout 4', orders: 'page 5' });
    expect(shown).toHaveBeenCalledOnce();
    expect(dismissed).toHaveBeenCalledWith('not-updated');
  });

  it('says once that neither the layout nor the page could be reloaded', async () => {
    const { router, errors } = await openOrders();
    Object.assign(errors, { layout: noAnswer, page: noAnswer });
    await router.revalidate();
    expect(router.state.loaderData).toEqual({ layout: 'layout 1', orders: 'page 2' });
    expect(shown).toHaveBeenCalledOnce();
  });

  it('keeps the result of a form when reloading the page after it fails', async () => {
    const { router, errors } = await openOrders();
    errors.page = noAnswer;
    await router.navigate('/orders?page=2', { formMethod: 'post', formData: new FormData() });
    expect(router.state).toMatchObject({ errors: null, actionData: { orders: 'saved' } });
    expect(router.state.loaderData.orders).toBe('page 2');
  });

  it.each([
    ['an order that is gone', data(undefined, { status: 404 })],
    ['a role that was removed', data(undefined, { status: 403 })],
    ['an error in a loader', new TypeError('x is undefined')],
  ])('replaces the page after %s', async (_, error) => {
    const { router, errors } = await openOrders();
    errors.page = error;
    await router.revalidate();
    expect(Object.keys(router.state.errors ?? {})).toEqual(['orders']);
    expect(shown).not.toHaveBeenCalled();
  });

  it('opens the sign-in page when the session has ended', async () => {
    const { router, errors } = await openOrders();
    errors.page = redirect('/login');
    await router.revalidate();
    expect(router.state.location.pathname).toBe('/login');
    expect(shown).not.toHaveBeenCalled();
  });

  it('shows an error, not the data of another page, when a page fails to load', async () => {
    const { router, errors } = await openOrders();
    errors.page = noAnswer;
    await router.navigate('/orders?page=3');
    expect(router.state.errors).toEqual({ orders: noAnswer });
    expect(router.state.loaderData).not.toHaveProperty('orders');
    // The page has no data to keep now.
    await router.revalidate();
    expect(router.state.errors).toEqual({ orders: noAnswer });
    expect(shown).not.toHaveBeenCalled();
  });
});
