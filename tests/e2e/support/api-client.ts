import { type APIRequestContext, expect } from '@playwright/test';
import { API_PREFIX } from '#shared/paths.ts';

/** The properties of responses that tests read. */
interface Answer {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly path: string;
  readonly value: Record<string, string> | Record<string, string>[];
}

/** Returns a function that calls the API as the signed-in user. Any error response fails the test. */
export function createApiClient(request: APIRequestContext, origin: string) {
  return async (method: string, path: string, data?: object | Buffer, type = 'application/json') => {
    const answer = await request.fetch(API_PREFIX + path, {
      method,
      headers: { origin, ...(data ? { 'content-type': type } : {}) },
      ...(data ? { data } : {}),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${(await answer.text()).slice(0, 300)}`).toBe(true);
    return (await answer.json()) as Answer;
  };
}

export type SiteApi = ReturnType<typeof createApiClient>;
