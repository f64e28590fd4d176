import { type DataStrategyFunction, type DataStrategyMatch, isRouteErrorResponse } from 'react-router';
import { ChunkLoadError } from '#platform/pages/lazy-page.ts';
import { ApiError } from '#shared/errors.ts';
import { toast } from '#ui/toast.ts';

const isTemporary = (status: number | undefined) => status !== undefined && (status === 429 || status >= 500);

/** Returns whether an error means that code or data couldn't be loaded now. The server's page has all other errors too. */
export function isLoadError(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return isTemporary(error.status);
  return error instanceof ChunkLoadError || ApiError.is(error);
}

/** What a loader throws with React Router's `data()`. */
const isTemporaryResponse = (thrown: unknown) =>
  thrown instanceof Object && 'init' in thrown && isTemporary((thrown.init as ResponseInit | null)?.status);

function isReload({ shouldRevalidateArgs }: DataStrategyMatch): boolean {
  if (!shouldRevalidateArgs) return false;
  const { currentUrl, nextUrl } = shouldRevalidateArgs;
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
}

/**
 * Calls the loaders, or the action, of a request. If reloading the data of the current page fails temporarily, the page
 * keeps its data instead of being replaced with an error.
 */
export const loadPageData: DataStrategyFunction = async ({ matches, request }) => {
  const matchesToLoad = matches.filter(match => match.shouldCallHandler());
  const results = await Promise.all(
    matchesToLoad.map(async match => {
      const result = await match.resolve();
      const failed = result.type === 'error' && (isLoadError(result.result) || isTemporaryResponse(result.result));
      return { id: match.route.id, result, isKept: failed && isReload(match) };
    }),
  );
  if (!request.signal.aborted) {
    const id = 'not-updated';
    if (results.every(({ isKept }) => !isKept)) toast.dismiss(id);
    else toast.error('This page couldn’t be updated. Check your connection, then reload the page.', { id });
  }
  // React Router keeps the data of a route without a result.
  return Object.fromEntries(results.filter(({ isKept }) => !isKept).map(({ id, result }) => [id, result]));
};
