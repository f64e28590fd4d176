import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Api } from '#shared/api.ts';
import { type ErrorBody, ApiError } from '#shared/errors.ts';
import { apiContext, pageAction, pageLoader } from './loader.ts';

const api = {} as Api;
const body: ErrorBody = {
  error: { code: 'NOT_FOUND', message: 'This post doesn’t exist.', fields: { email: 'Invalid' }, requestId: 'r-1' },
};

/** The arguments of a loader or action that ours use. */
function args(request: Request, params: Record<string, string> = {}): LoaderFunctionArgs {
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  return { request, params, context, url: new URL(request.url), pattern: '' };
}

/** The content of a page's response: React Router's `data()` with its status. */
interface Carried {
  readonly data: unknown;
  readonly init: { readonly status: number } | null;
}

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing',
    (error: unknown) => error,
  );

/** An ApiError of another copy of the module, since the server and the pages' bundle each have their own. */
class ForeignFailure extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly data: ErrorBody;
  constructor(status: number, data: ErrorBody) {
    super(data.error.message);
    this.status = status;
    this.data = data;
  }
}

describe('pageLoader', () => {
  it('passes on the API, the path parameters and the query parameters', async () => {
    const loader = pageLoader(async input => input);
    const input = await loader(args(new Request('http://page/blogs?tag=a&page=2'), { id: '7' }));
    expect(input.api).toBe(api);
    expect(input.params).toEqual({ id: '7' });
    expect([...input.searchParams]).toEqual([
      ['tag', 'a'],
      ['page', '2'],
    ]);
  });

  it.each([
    ['our own', new ApiError(404, 'This post doesn’t exist.', body)],
    ['that of another copy of the module', new ForeignFailure(404, body)],
  ])('uses the status of a failed call for the page: %s', async (_whose, failure) => {
    const loader = pageLoader(() => Promise.reject(failure));
    const thrown = (await thrownBy(loader(args(new Request('http://page/'))))) as Carried;
    expect(thrown.init).toMatchObject({ status: 404 });
    expect(thrown.data).toEqual(body);
  });

  it.each([
    ['id', 404],
    ['q', 400],
  ])('finds no page at a malformed path, unlike with a wrong query parameter: %s', async (field, status) => {
    const { error } = body;
    const failure = new ApiError(400, 'Enter a number.', {
      error: { ...error, fields: { [field]: 'Enter a number.' } },
    });
    const loader = pageLoader(() => Promise.reject(failure));
    const thrown = (await thrownBy(loader(args(new Request('http://page/?q='), { id: 'x' })))) as Carried;
    expect(thrown.init).toMatchObject({ status });
  });

  it.each([new ApiError('FETCH_ERROR', 'No answer.'), new ApiError('TIMEOUT_ERROR', 'Too late.'), new Error('bug')])(
    'rethrows everything else: %s',
    async failure => {
      const loader = pageLoader(() => Promise.reject(failure));
      expect(await thrownBy(loader(args(new Request('http://page/'))))).toBe(failure);
    },
  );
});

describe('pageAction', () => {
  const post = (fields: Record<string, string>, file?: File, path = '/form') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file) form.set('upload', file);
    return args(new Request(`http://page${path}`, { method: 'POST', body: form }));
  };
  /** Returns the result of an action that throws the error. */
  const failWith = async (error: Error, typed: Record<string, string>) => {
    const action = pageAction(async () => {
      throw error;
    });
    const result: unknown = await action(post(typed));
    return result as Carried;
  };

  it('passes on the text fields of a form, and returns the result', async () => {
    const action = pageAction(async ({ form }) => Object.fromEntries(form));
    expect(await action(post({ name: 'Ada', note: '' }, new File(['x'], 'x.txt')))).toEqual({
      done: { name: 'Ada', note: '' },
    });
  });

  it('returns an error to the form with the entered values, but no secrets', async () => {
    const typed = {
      name: 'Ada',
      email: 'x',
      password: 's1',
      newPassword: 's2',
      token: 's3',
      code: 's4',
      otpCode: 's5',
      'billing.postalCode': '20095',
    };
    const refused = await failWith(new ForeignFailure(400, body), typed);
    expect(refused.init).toMatchObject({ status: 400 });
    expect(refused.data).toEqual({
      failed: body.error,
      values: { name: 'Ada', email: 'x', 'billing.postalCode': '20095' },
    });
  });

  it.each([
    ['/dashboard/clients/new', /^Your session ended\./],
    ['/form', /^Sign in to continue\.$/],
  ])('says in the dashboard that the session ended: %s', async (path, message) => {
    const action = pageAction(() => {
      const error = { code: 'UNAUTHORIZED', message: 'Sign in to continue.', fields: {}, requestId: 'r-1' } as const;
      throw new ForeignFailure(401, { error });
    });
    const result: unknown = await action(post({ name: 'Ada' }, undefined, path));
    const { init, data } = result as Carried;
    expect(init).toMatchObject({ status: 401 });
    expect(data).toMatchObject({ failed: { message: expect.stringMatching(message) }, values: { name: 'Ada' } });
  });

  it('returns a server error to the form with the entered values', async () => {
    const error = new ApiError(500, 'Something went wrong.', body);
    const failed = await failWith(error, { name: 'Ada' });
    expect(failed.init).toMatchObject({ status: 500 });
    expect(failed.data).toEqual({ failed: body.error, values: { name: 'Ada' } });
  });

  it('returns a network error to the form with the entered values', async () => {
    const error = new ApiError('FETCH_ERROR', 'No response.');
    const failed = await failWith(error, { name: 'Ada' });
    expect(failed.init).toMatchObject({ status: 503 });
    expect(failed.data).toEqual({
      failed: { code: 'UNAVAILABLE', message: 'No response.', fields: {}, requestId: '' },
      values: { name: 'Ada' },
    });
  });

  it('leaves a bug to the error page', async () => {
    const error = new Error('bug');
    expect(await thrownBy(pageAction(() => Promise.reject(error))(post({})))).toBe(error);
  });
});
