import { ERROR_STATUS, type ErrorBody, ApiError } from '#shared/errors.ts';

/**
 * Time limits of a call, in milliseconds: on a desktop, on a phone, and when the browser reports that it is offline.
 */
export const REQUEST_TIMEOUTS = { desktop: 30_000, phone: 60_000, offline: 5_000 } as const;

/** Time limit of a call that sends a file, in milliseconds. */
const FILE_TIMEOUT = 600_000;

/** The properties of `navigator` that determine the limit. */
export interface NetworkConditions {
  readonly onLine: boolean;
  readonly userAgent: string;
}

/** Returns the time limit of a call, in milliseconds (specification, point 9: network time-out). Files have more time. */
export function getRequestTimeout(network: NetworkConditions, contentType = ''): number {
  if (!network.onLine) return REQUEST_TIMEOUTS.offline;
  if (contentType !== '' && !contentType.startsWith('application/json')) return FILE_TIMEOUT;
  return /Mobi|Android|iPhone|iPad/i.test(network.userAgent) ? REQUEST_TIMEOUTS.phone : REQUEST_TIMEOUTS.desktop;
}

/**
 * Calls the API with cookies and a time limit. Throws every failure as an ApiError: FETCH_ERROR (no response),
 * TIMEOUT_ERROR, PARSING_ERROR (a response that is not JSON), or the HTTP status with its data (specification, point
 * 7). Status 200 to 299 is success.
 */
export async function fetchWithTimeout(request: Request, network: NetworkConditions = navigator): Promise<Response> {
  const timeout = AbortSignal.timeout(getRequestTimeout(network, request.headers.get('content-type') ?? ''));
  let response: Response;
  let text: string;
  try {
    response = await fetch(request, { credentials: 'include', signal: AbortSignal.any([timeout, request.signal]) });
    text = await response.text();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw timeout.aborted
      ? new ApiError('TIMEOUT_ERROR', 'The site took too long to respond. Check your connection and try again.')
      : new ApiError('FETCH_ERROR', 'Can’t reach the site. Check your connection and try again.');
  }
  const parsed = parseJson(text);
  if (response.ok) return new Response(text === '' ? null : text, response);
  throw toApiError(response.status, parsed);
}

/** Returns the error of a call that failed with an HTTP status. */
export function toApiError(status: number, body: unknown): ApiError {
  return new ApiError(status, getMessage(body, status), body as ErrorBody);
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('PARSING_ERROR', 'The site sent an invalid response. Try again in a moment.');
  }
}

function getMessage(body: unknown, status: number): string {
  const message = (body as Partial<ErrorBody> | undefined)?.error?.message;
  return (
    message ??
    (status >= ERROR_STATUS.INTERNAL ? 'Something went wrong. Try again.' : 'The site rejected this request.')
  );
}
