import { type ActionFunctionArgs, createContext, data, type LoaderFunctionArgs } from 'react-router';
import type { Api } from '#shared/api.ts';
import { type ErrorBody, Failure } from '#shared/errors.ts';

/** Where a loader finds the API: put there by the server's entry, and by the browser's. */
export const apiContext = createContext<Api>();

interface LoaderInput {
  readonly api: Api;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/**
 * Makes a route's loader. A call that failed with an HTTP status becomes the page's own status (404 stays 404);
 * any other failure goes to the error page as it is.
 */
export function pageLoader<Data>(load: (input: LoaderInput) => Promise<Data>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<Data> => {
    try {
      return await load({ api: context.get(apiContext), params, search: new URL(request.url).searchParams });
    } catch (error) {
      if (Failure.is(error) && typeof error.status === 'number') throw data(error.data, { status: error.status });
      throw error;
    }
  };
}

/** What a page shows after its form was sent: what came of it, or what to mend with everything typed but secrets. */
export type ActionResult<Done> =
  | { readonly done: Done }
  | { readonly failed: ErrorBody['error']; readonly values: Readonly<Record<string, string>> };

/** Fields whose content is never sent back into a page. */
const SECRET_FIELD = /password|token|code/i;

interface ActionInput {
  readonly api: Api;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The form's text fields. */
  readonly form: ReadonlyMap<string, string>;
}

/**
 * Makes a route's action: the same with and without script. A refusal that the person can mend (4xx) comes back to the
 * form with its sentences; other failures go to the error page.
 */
export function pageAction<Done>(act: (input: ActionInput) => Promise<Done>) {
  return async ({ context, params, request }: ActionFunctionArgs) => {
    const entries = [...(await request.formData()).entries()];
    const form = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    try {
      const done: ActionResult<Done> = { done: await act({ api: context.get(apiContext), params, form }) };
      return done;
    } catch (error) {
      if (!(Failure.is(error) && error.data && typeof error.status === 'number' && error.status < 500)) throw error;
      const values = Object.fromEntries([...form].filter(([name]) => !SECRET_FIELD.test(name)));
      const refused: ActionResult<Done> = { failed: error.data.error, values };
      return data(refused, { status: error.status });
    }
  };
}
