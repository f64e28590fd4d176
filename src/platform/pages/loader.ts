import type { OpenAPI } from '@orpc/contract';
import { type ActionFunctionArgs, createContext, data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { Api } from '#shared/api.ts';
import { type ErrorBody, ApiError } from '#shared/errors.ts';
import { paths, withQuery } from '#shared/paths.ts';

/** The API for loaders and actions, set by the server's and the browser's entry. */
export const apiContext = createContext<Api>();

/** Returns the OpenAPI document: generated in-process on the server, fetched in the browser. */
export const openApiContext = createContext<() => Promise<OpenAPI.Document>>();

interface LoaderInput {
  readonly api: Api;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly searchParams: URLSearchParams;
}

/**
 * Creates a route's loader. Status 401 redirects to sign-in, and back afterwards; any other HTTP error gives the page
 * its status (404 stays 404); other errors go to the error page unchanged.
 */
export function pageLoader<Data>(load: (input: LoaderInput) => Promise<Data>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<Data> => {
    try {
      return await load({ api: context.get(apiContext), params, searchParams: new URL(request.url).searchParams });
    } catch (error) {
      if (ApiError.is(error) && error.status === 401) throw redirect(loginFor(request.url));
      if (ApiError.is(error) && typeof error.status === 'number') throw data(error.data, { status: error.status });
      throw error;
    }
  };
}

function loginFor(url: string): string {
  const { pathname, search } = new URL(url);
  return withQuery(paths.login, { next: pathname + search });
}

/** A form's result: its data, or the error with the entered values, except secrets. */
export type ActionResult<Done> =
  | { readonly done: Done }
  | { readonly failed: ErrorBody['error']; readonly values: Readonly<Record<string, string>> };

/** Fields whose values are never sent back to the page. */
const SECRET_FIELD = /password|token|code/i;

interface ActionInput {
  readonly api: Api;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly searchParams: URLSearchParams;
  /** The form's text fields. */
  readonly form: ReadonlyMap<string, string>;
  /** All values of a text field that can occur several times, such as selected rows. */
  readonly getAll: (name: string) => readonly string[];
  /** The form's files. A field without a selected file is omitted. */
  readonly files: ReadonlyMap<string, File>;
  /** All files of a field that accepts several. */
  readonly allFiles: (name: string) => readonly File[];
  /** Redirects to another page if there is no JavaScript; with it, the page first shows that the action succeeded. */
  readonly redirectWithoutScript: (to: string) => void;
}

function leaveWithoutScript(to: string): void {
  if (typeof document === 'undefined') throw redirect(to, 303);
}

/**
 * Creates a route's action, with and without JavaScript. An error that the user can fix (4xx) is returned to the form
 * with its messages; other errors go to the error page.
 */
export function pageAction<Done>(act: (input: ActionInput) => Promise<Done>) {
  return async ({ context, params, request }: ActionFunctionArgs) => {
    const entries = [...(await request.formData()).entries()];
    const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const form = new Map(texts);
    const getAll = (name: string) => texts.filter(([key]) => key === name).map(([, value]) => value);
    const sent = entries.filter((entry): entry is [string, File] => entry[1] instanceof File && entry[1].size > 0);
    const files = new Map(sent);
    const allFiles = (name: string) => sent.filter(([key]) => key === name).map(([, file]) => file);
    const { searchParams } = new URL(request.url);
    const input = {
      api: context.get(apiContext),
      params,
      searchParams,
      form,
      getAll,
      files,
      allFiles,
      redirectWithoutScript: leaveWithoutScript,
    };
    try {
      const done: ActionResult<Done> = { done: await act(input) };
      return done;
    } catch (error) {
      if (!(ApiError.is(error) && error.data && typeof error.status === 'number' && error.status < 500)) throw error;
      const values = Object.fromEntries([...form].filter(([name]) => !SECRET_FIELD.test(name)));
      const refused: ActionResult<Done> = { failed: error.data.error, values };
      return data(refused, { status: error.status });
    }
  };
}
