import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { fetchWithTimeout, getRequestTimeout, REQUEST_TIMEOUTS } from './fetch-with-timeout.ts';

const desktop = { onLine: true, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const phone = {
  onLine: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Mocks `fetch` with a response. */
function answering(answer: (request: Request, init: RequestInit) => Promise<Response> | Response) {
  const network = vi.fn(async (request: Request, init: RequestInit = {}) => answer(request, init));
  vi.stubGlobal('fetch', network);
  return network;
}

/** A `fetch` that never responds but honors its abort signal, as browsers do. */
const silence = (_request: Request, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

const request = (init?: RequestInit) => new Request('https://site.example/api/v1/site', init);

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('the time limit (specification, point 9)', () => {
  it('is 30 s on a desktop, 60 s on a phone, 5 s offline', () => {
    expect(REQUEST_TIMEOUTS).toEqual({ desktop: 30_000, phone: 60_000, offline: 5_000 });
  });

  it.each([
    ['a desktop', desktop, 30_000],
    ['an Android phone', phone, 60_000],
    ['an iPhone', { onLine: true, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }, 60_000],
    ['a Firefox phone', { onLine: true, userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0)' }, 60_000],
    ['no word of what it is', { onLine: true, userAgent: '' }, 30_000],
    ['a desktop offline', { ...desktop, onLine: false }, 5_000],
    ['a phone offline', { ...phone, onLine: false }, 5_000],
  ])('%s: %i ms', (_what, surroundings, limit) => {
    expect(getRequestTimeout(surroundings)).toBe(limit);
  });

  it.each([
    ['text/plain', 600_000],
    ['application/octet-stream', 600_000],
    ['application/json; charset=utf-8', 30_000],
  ])('of a call that sends %s is %i ms', async (type, limit) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answering(() => new Response('{}'));
    await fetchWithTimeout(request({ method: 'POST', body: 'x', headers: { 'content-type': type } }), desktop);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(limit);
    expect(getRequestTimeout({ ...desktop, onLine: false }, type)).toBe(5000);
    timeout.mockRestore();
  });

  it.each([
    ['desktop', desktop, 30_000],
    ['phone', phone, 60_000],
    ['offline', { ...phone, onLine: false }, 5_000],
  ])('throws TIMEOUT_ERROR on %s when it passes', async (_what, surroundings, limit) => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    answering(silence);
    const failure = failureOf(fetchWithTimeout(request(), surroundings));
    expect(timeout).toHaveBeenCalledExactlyOnceWith(limit);
    clock.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    expect(await failure).toMatchObject({ status: 'TIMEOUT_ERROR', data: undefined });
    expect((await failure).message).toMatch(/^[A-Z].*\.$/);
  });

  it('includes the body: a response that starts and never ends', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    answering((_request, { signal }) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"half":'));
          signal?.addEventListener('abort', () => stream.error(signal.reason));
        },
      });
      return new Response(body);
    });
    const failure = failureOf(fetchWithTimeout(request(), desktop));
    setTimeout(() => clock.abort(new DOMException('The operation timed out.', 'TimeoutError')), 20);
    expect(await failure).toMatchObject({ status: 'TIMEOUT_ERROR' });
  });

  it('ends a silent call in real time', async () => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => real(30));
    answering(silence);
    expect(await failureOf(fetchWithTimeout(request(), desktop))).toMatchObject({ status: 'TIMEOUT_ERROR' });
  });
});

describe('success', () => {
  it.each([
    [200, '{"a":1}'],
    [201, '{"a":1}'],
    [299, '[]'],
  ])('%i returns the response', async (status, body) => {
    answering(
      () => new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': 'r' } }),
    );
    const answer = await fetchWithTimeout(request(), desktop);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toBe('r');
    expect(await answer.json()).toEqual(JSON.parse(body));
  });

  it('accepts an empty response', async () => {
    answering(() => new Response(null, { status: 204 }));
    const answer = await fetchWithTimeout(request(), desktop);
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });

  it('sends cookies', async () => {
    const network = answering(() => new Response('{}'));
    await fetchWithTimeout(request(), desktop);
    expect(network.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
  });
});

describe('failure', () => {
  it('of the network is FETCH_ERROR', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')));
    const failure = await failureOf(fetchWithTimeout(request(), desktop));
    expect(failure).toMatchObject({ status: 'FETCH_ERROR', data: undefined });
    expect(failure.message).not.toContain('Failed to fetch');
  });

  it.each(['<!doctype html><title>502</title>', '{"half":', 'undefined', ' '])(
    'of a response that is not JSON is PARSING_ERROR: %j',
    async body => {
      answering(() => new Response(body));
      expect(await failureOf(fetchWithTimeout(request(), desktop))).toMatchObject({ status: 'PARSING_ERROR' });
    },
  );

  it.each([300, 304, 400, 401, 403, 404, 409, 422, 429, 500, 503])('with status %i has that status', async status => {
    const error = { code: 'NOT_FOUND', message: 'This post doesn’t exist.', fields: { id: 'x' }, requestId: 'r-1' };
    const body = status === 304 ? null : JSON.stringify({ error });
    answering(() => new Response(body, { status }));
    const failure = await failureOf(fetchWithTimeout(request(), desktop));
    expect(failure.status).toBe(status);
    if (body) {
      expect(failure.data).toEqual({ error });
      expect(failure.message).toBe('This post doesn’t exist.');
    }
  });

  it.each([
    [404, ''],
    [500, ''],
    [500, 'null'],
    [500, '"text"'],
    [400, '[]'],
    [400, '{"error":"text"}'],
  ])('with status %i and the unexpected body %j has a message', async (status, body) => {
    answering(() => new Response(body, { status }));
    const failure = await failureOf(fetchWithTimeout(request(), desktop));
    expect(failure.status).toBe(status);
    expect(failure.message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a call aborted by its caller', () => {
  it('rejects with the caller’s reason instead of a network failure', async () => {
    answering(silence);
    const caller = new AbortController();
    const call = fetchWithTimeout(request({ signal: caller.signal }), desktop);
    const reason = new DOMException('Another page was chosen.', 'AbortError');
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(call).rejects.not.toBeInstanceOf(ApiError);
  });
});
