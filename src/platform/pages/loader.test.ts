import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Api } from '#shared/api.ts';
import { type ErrorBody, ApiError } from '#shared/errors.ts';
import { apiContext, pageAction, pageLoader } from './loader.ts';

const api = {} as Api;
const body: ErrorBody = {
  error: { code: 'NOT_FOUND', message: 'There is no such post.', fields: { email: 'Invalid' }, requestId: 'r-1' },
};

/** What React Router hands a loader or action, as far as ours look at it. */
function args(request: Request, params: Record<string, string> = {}): LoaderFunctionArgs {
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  return { request, params, context, url: new URL(request.url), pattern: '' };
}

/** What a page's response carries: react-router's `data()` with its status. */
interface Carried {
  readonly data: unknown;
  readonly init: { readonly status: number } | null;
}

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing',
    (error: unknown) => error,
  );

/** A failure as another copy of the module makes it: the server's code and the bundle of pages each have their own. */
class ForeignFailure extends Error {
  override readonly name = 'Failure';
  readonly status: number;
  readonly data: ErrorBody;
  constructor(status: number, data: ErrorBody) {
    super(data.error.message);
    this.status = status;
    this.data = data;
  }
}

describe('pageLoader', () => {
  it('hands on the API, the parameters of the path and those of the query', async () => {
    const loader = pageLoader(async input => input);
    const given = await loader(args(new Request('http://page/blogs?tag=a&page=2'), { id: '7' }));
    expect(given.api).toBe(api);
    expect(given.params).toEqual({ id: '7' });
    expect([...given.searchParams]).toEqual([
      ['tag', 'a'],
      ['page', '2'],
    ]);
  });

  it.each([
    ['our own', new ApiError(404, 'There is no such post.', body)],
    ['that of another copy of the module', new ForeignFailure(404, body)],
  ])('makes the status of a failed call the page’s own: %s', async (_whose, failure) => {
    const loader = pageLoader(() => Promise.reject(failure));
    const thrown = (await thrownBy(loader(args(new Request('http://page/'))))) as Carried;
    expect(thrown.init).toMatchObject({ status: 404 });
    expect(thrown.data).toEqual(body);
  });

  it.each([new ApiError('FETCH_ERROR', 'No answer.'), new ApiError('TIMEOUT_ERROR', 'Too late.'), new Error('bug')])(
    'hands everything else on as it is: %s',
    async failure => {
      const loader = pageLoader(() => Promise.reject(failure));
      expect(await thrownBy(loader(args(new Request('http://page/'))))).toBe(failure);
    },
  );
});

describe('pageAction', () => {
  const post = (fields: Record<string, string>, file?: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file) form.set('upload', file);
    return args(new Request('http://page/form', { method: 'POST', body: form }));
  };

  it('hands on the text fields of a form, and what came of it', async () => {
    const action = pageAction(async ({ form }) => Object.fromEntries(form));
    expect(await action(post({ name: 'Ada', note: '' }, new File(['x'], 'x.txt')))).toEqual({
      done: { name: 'Ada', note: '' },
    });
  });

  it('gives a refusal back to the form with what was typed, but nothing secret', async () => {
    const typed = {
      name: 'Ada',
      email: 'x',
      password: 's1',
      newPassword: 's2',
      token: 's3',
      code: 's4',
      otpCode: 's5',
    };
    const action = pageAction(() => Promise.reject(new ForeignFailure(400, body)));
    const refused = (await action(post(typed))) as unknown as Carried;
    expect(refused.init).toMatchObject({ status: 400 });
    expect(refused.data).toEqual({ failed: body.error, values: { name: 'Ada', email: 'x' } });
  });

  it.each([
    ['a fault of ours', new ApiError(500, 'Something went wrong.', body)],
    ['a network that fails', new ApiError('FETCH_ERROR', 'No answer.')],
    ['a bug', new Error('bug')],
  ])('leaves %s to the error page', async (_what, error) => {
    expect(await thrownBy(pageAction(() => Promise.reject(error))(post({})))).toBe(error);
  });
});
