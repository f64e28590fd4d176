import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import type { TestSite } from './test-site.ts';

/** Internal details that no response may contain: stack traces, source paths or SQL. */
const INTERNAL_DETAILS_PATTERN =
  /\n\s+at |node_modules|\.tsx?:\d|Failed query|DrizzleQuery|syntax error|relation "|select "|insert into|pg_catalog/i;

/** Checks that a response is an API error in exactly the documented shape, and returns the error. */
export function expectApiError(answer: LightMyRequestResponse, code: ErrorCode): ErrorBody['error'] {
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(ERROR_STATUS[code]);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const body = answer.json<ErrorBody>();
  expect(Object.keys(body)).toEqual(['error']);
  const { error } = body;
  expect(Object.keys(error).toSorted()).toEqual(['code', 'fields', 'message', 'requestId']);
  expect(error.code).toBe(code);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(error.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.body).not.toMatch(INTERNAL_DETAILS_PATTERN);
  return error;
}

/** Messages of validation libraries, which are about types and don't help a user. */
export const VALIDATION_LIBRARY_PATTERN =
  /^Invalid (?:input|option|string)|^Too (?:small|big)|expected \w+|[<>]=|undefined|NaN|^\W*$/;

/**
 * Sends a GET request to an API path (without the prefix), with `cookie` if given. Returns the body; fails unless the
 * status is 200.
 */
export async function getApi<Answer>(site: TestSite, path: string, cookie?: string): Promise<Answer> {
  const answer = await requestApi(site, path, cookie);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 500)}`).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return answer.json<Answer>();
}

/** Sends a GET request to an API path (without the prefix) and returns the response, whatever its status. */
export function requestApi(site: TestSite, path: string, cookie?: string): Promise<LightMyRequestResponse> {
  return site.http.app.inject({ method: 'GET', url: API_PREFIX + path, headers: cookie ? { cookie } : {} });
}

/** Sends JSON to an API path as a page of the site does, and returns the response, whatever its status. */
export function postApi(
  site: TestSite,
  path: string,
  payload: object,
  options: {
    cookie?: string;
    method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    remoteAddress?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<LightMyRequestResponse> {
  const { cookie, method = 'POST', remoteAddress = '203.0.113.1', headers = {} } = options;
  return site.http.app.inject({
    method,
    url: API_PREFIX + path,
    payload: { ...payload },
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}), ...headers },
  });
}
