import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { expectApiError } from '../../support/api-client.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

describe('request body', () => {
  const post = (payload: string, contentType?: string) =>
    site.http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/setup`,
      payload,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });

  it.each(['{"token":', '{', 'token=x', '{"a":1}}', "{'a':1}", '{"a":undefined}'])(
    'is rejected as invalid JSON: %s',
    async payload => {
      expectApiError(await post(payload, 'application/json'), 'BAD_REQUEST');
    },
  );

  it('is rejected when missing or not an object', async () => {
    const missing = await site.http.app.inject({ method: 'POST', url: `${API_PREFIX}/setup` });
    const others = await Promise.all(
      ['[]', 'null', '"text"', '7', 'true'].map(payload => post(payload, 'application/json')),
    );
    for (const answer of [missing, ...others]) {
      const { fields } = expectApiError(answer, 'BAD_REQUEST');
      expect(Object.values(fields)).not.toContain('This field doesn’t exist.');
    }
  });

  it('cannot reach a prototype', async () => {
    expectApiError(await post('{"__proto__":{"role":"owner"}}', 'application/json'), 'BAD_REQUEST');
    expectApiError(await post('{"constructor":{"prototype":{"role":"owner"}}}', 'application/json'), 'BAD_REQUEST');
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/plain; application/json',
    'nonsense',
  ])('of type %s is rejected with 415', async contentType => {
    expectApiError(await post('{}', contentType), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('of 300 KiB is rejected with 413', async () => {
    expectApiError(
      await post(JSON.stringify({ token: 'x'.repeat(300 * 1024) }), 'application/json'),
      'PAYLOAD_TOO_LARGE',
    );
  });

  it('just under 256 KiB is read', async () => {
    const { fields } = expectApiError(
      await post(JSON.stringify({ token: 'x'.repeat(250 * 1024) }), 'application/json'),
      'BAD_REQUEST',
    );
    expect(fields).toHaveProperty('token');
  });

  it('with 100,000 levels is rejected', async () => {
    expectApiError(await post('['.repeat(100_000) + ']'.repeat(100_000), 'application/json'), 'BAD_REQUEST');
  });
});
