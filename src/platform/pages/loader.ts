import type { OpenAPI } from '@orpc/contract';
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from 'react-router';
import type { Api } from '#shared/api.ts';
import { type ErrorBody, ApiError, ERROR_STATUS } from '#shared/errors.ts';
import { isDashboardPath, paths, withQuery } from '#shared/paths.ts';

/** The API for loaders and actions, set by the server's and the browser's entry. */
export const apiContext = createContext<Api>();

/** Returns the OpenAPI document: generated in-process on the server, fetched in the browser. */
export const openApiContext = createContext<() => Promise<OpenAPI.Document>>();

/** The form that the request submitted, for the loaders that render the page afterwards. */
const submittedContext = createContext<ReadonlyMap<string, string>>(new Map());

type LoaderInput = Pick<ActionInput, 'api' | 'params' | 'searchParams'> & {
  /** The text fields of the form that was just submitted; empty otherwise. */
  readonly submitted: ReadonlyMap<string, string>;
};

/**
 * Creates a route's loader. Status 401 redirects to sign-in, and back afterwards; any other HTTP error gives the page
 * its status, or 404 if a part of its path is malformed; other errors go to the error page unchanged.
 */
export function pageLoader<Data>(load: (input: LoaderInput) => Promise<Data>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<Data> => {
    try {
      const { searchParams } = new URL(request.url);
      const submitted = context.get(submittedContext);
      return await load({ api: context.get(apiContext), params, searchParams, submitted });
    } catch (error) {
      if (ApiError.is(error) && error.status === 401) {
        const { pathname, search } = new URL(request.url);
        throw redirect(withQuery(paths.login, { next: pathname + search }));
      }
      if (!ApiError.is(error) || typeof error.status !== 'number') throw error;
      const fields = Object.keys(error.data?.error.fields ?? {});
      if (error.status === 400 && fields.some(name => name in params)) throw data(undefined, { status: 404 });
      throw data(error.data, { status: error.status });
    }
  };
}

/** A rejected form: the error, and the entered values, except secrets. */
export interface RejectedForm {
  readonly failed: ErrorBody['error'];
  readonly values: Readonly<Record<string, string>>;
  /** Whether files were chosen that the browser doesn't keep, since the form was sent without JavaScript. */
  readonly hasLostFiles?: true;
}

export type ActionResult<Done> = { readonly done: Done } | RejectedForm;

/** Returns the page's form if it was just rejected. */
export function useRejectedForm(): RejectedForm | undefined {
  const result = useActionData<ActionResult<unknown>>();
  return result && 'failed' in result ? result : undefined;
}

/** Fields whose values are never sent back to the page. */
const SECRET_FIELD = /password|token|(?<!postal)code/i;

/** Shown instead of "Sign in to continue." in the dashboard, where the user was signed in when the page loaded. */
const SESSION_ENDED = 'Your session ended. Sign in from another tab, then try again. Nothing you entered is lost.';

function redirectWithoutScript(to: string): void {
  if (typeof document === 'undefined') throw redirect(to, 303);
}

async function readAction({ context, params, request }: ActionFunctionArgs) {
  const entries = [...(await request.formData()).entries()];
  const textEntries = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const fileEntries = entries.filter(
    (entry): entry is [string, File] => entry[1] instanceof File && entry[1].name !== '',
  );
  const form: ReadonlyMap<string, string> = new Map(textEntries);
  context.set(submittedContext, form);
  const files: ReadonlyMap<string, File> = new Map(fileEntries);
  return {
    api: context.get(apiContext),
    params,
    searchParams: new URL(request.url).searchParams,
    /** The form's text fields. */
    form,
    /** All values of a text field that can occur several times, such as selected rows. */
    getAll: (name: string) => textEntries.filter(([key]) => key === name).map(([, value]) => value),
    /** The form's files. A field without a selected file is omitted. */
    files,
    /** All files of a field that accepts several. */
    allFiles: (name: string) => fileEntries.filter(([key]) => key === name).map(([, file]) => file),
    /** Redirects to another page if there is no JavaScript; with it, the page first shows that the action succeeded. */
    redirectWithoutScript,
  };
}

type ActionInput = Awaited<ReturnType<typeof readAction>>;

/**
 * Creates a route's action, with and without JavaScript. A failed call is returned to the form with its messages and
 * the entered values, so the user can try again; other errors go to the error page.
 */
export function pageAction<Done>(action: (input: ActionInput) => Promise<Done>) {
  return async (args: ActionFunctionArgs) => {
    const input = await readAction(args);
    try {
      const done: ActionResult<Done> = { done: await action(input) };
      return done;
    } catch (error) {
      if (!ApiError.is(error)) throw error;
      const values = Object.fromEntries([...input.form].filter(([name]) => !SECRET_FIELD.test(name)));
      const body = error.data?.error ?? { code: 'UNAVAILABLE', message: error.message, fields: {}, requestId: '' };
      const isSignedOut = error.status === 401 && isDashboardPath(new URL(args.request.url).pathname);
      const failed = isSignedOut ? { ...body, message: SESSION_ENDED } : body;
      const hasLostFiles = typeof document === 'undefined' && input.files.size > 0;
      const result: ActionResult<Done> = { failed, values, ...(hasLostFiles && { hasLostFiles }) };
      return data(result, { status: typeof error.status === 'number' ? error.status : ERROR_STATUS.UNAVAILABLE });
    }
  };
}

/**
 * A page's `shouldRevalidate`. Also reloads its data after a rejected form, because something else has changed it.
 * Without a response, the form stays as it was, with its idempotency key, so it can be sent again.
 */
export const reloadAfterResponse = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== ERROR_STATUS.UNAVAILABLE;

/** A page's `shouldRevalidate`. Also reloads it after a conflict: its data changed elsewhere, such as in another tab. */
export const reloadAfterConflict = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === ERROR_STATUS.CONFLICT || defaultShouldRevalidate;
