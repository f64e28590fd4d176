import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { requestApi } from '../support/api-client.ts';
import { queueTestEmail } from '../support/emails.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const token = 'scrape-token-of-a-test';
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { METRICS_TOKEN: token } });
});
afterAll(() => site.close());

const scrape = (authorization?: string) =>
  site.http.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

it.each([undefined, '', token, `Bearer ${token}x`, `bearer ${token}`])('is 404 with "%s"', async authorization => {
  expect((await scrape(authorization)).statusCode).toBe(404);
});

it('is 404 without METRICS_TOKEN', async () => {
  const other = await createTestSite({ pages: true });
  onTestFinished(() => other.close());
  const answer = await other.http.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } });
  expect(answer.statusCode).toBe(404);
});

it('counts requests by route, cached pages, emails and connections, without personal data', async () => {
  const to = { name: 'Lin Planted', email: 'lin@planted.example' };
  await queueTestEmail(site, { to, template: 'account_disabled', props: { name: to.name } });
  await requestApi(site, '/blogs/12?search=planted');
  await site.http.app.inject('/about');
  await site.http.app.inject('/about');
  await site.http.app.inject('/no-such-planted-page');
  const answer = await scrape(`Bearer ${token}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const lines = answer.body.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/blogs\/\{id\}",status="\d+"\} 1$/,
      ),
      'http_request_duration_seconds_count{method="GET",route="/about",status="200"} 2',
      expect.stringMatching(/^http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} \d/),
      'freehold_page_cache_requests_total{result="hit"} 1',
      expect.stringMatching(/^freehold_page_cache_requests_total\{result="miss"\} [1-9]/),
      'freehold_emails{state="queued"} 1',
      expect.stringMatching(/^freehold_jobs\{state="created"\} \d+$/),
      expect.stringMatching(/^freehold_database_connections\{pool="reads",state="idle"\} \d+$/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds /),
      expect.stringMatching(/^process_resident_memory_bytes /),
    ]),
  );
  expect(answer.body).not.toMatch(/planted/i);
});
