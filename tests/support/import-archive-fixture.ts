import { randomBytes } from 'node:crypto';
import { runImport } from '#features/import-export/jobs.ts';
import type { ImportSummary, ImportPreview } from '#features/import-export/contract/index.ts';
import { expect } from 'vitest';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** Returns helpers that import and export archives as a given user. */
export function importFixture(open: () => TestSite) {
  const upload = (cookie: string, payload: Buffer, id = randomBytes(8).toString('hex'), name = 'blog.zip') =>
    open().http.app.inject({
      method: 'PUT',
      url: `/api/v1/imports/${id}?fileName=${encodeURIComponent(name)}`,
      payload,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream', cookie },
    });
  const preview = (cookie: string, id: string, query = '') =>
    getApi<ImportPreview>(open(), `/imports/${id}${query}`, cookie);
  const run = (cookie: string, id: string, options: object = { status: 'keep' }) =>
    postApi(open(), `/imports/${id}/start`, options, { cookie });
  const work = (id: string) => {
    const { http, log } = open();
    return runImport({ ...http.services, log: log.log }, id);
  };
  return {
    upload,
    preview,
    run,
    work,
    /** Uploads an archive, expects it to be accepted, and returns its ID. */
    async send(cookie: string, payload: Buffer): Promise<string> {
      const answer = await upload(cookie, payload);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<ImportSummary>().id;
    },
    /** Uploads and imports an archive, and returns its preview with the result. */
    async importArchive(cookie: string, payload: Buffer, options: object = { status: 'keep' }): Promise<ImportPreview> {
      const sent = await upload(cookie, payload);
      expect(sent.statusCode, sent.body).toBe(200);
      const { id } = sent.json<ImportSummary>();
      const begun = await run(cookie, id, options);
      expect(begun.statusCode, begun.body).toBe(202);
      await work(id);
      return preview(cookie, id);
    },
    async exportArchive(cookie: string): Promise<Buffer> {
      const answer = await open().http.app.inject({
        method: 'GET',
        url: '/dashboard/transfer/export.zip',
        headers: { cookie },
      });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      return answer.rawPayload;
    },
  };
}
