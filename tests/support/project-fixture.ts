import { expect } from 'vitest';
import type { Draft } from '#features/projects/contract/drafts.ts';
import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

interface Writer {
  readonly cookie: string;
}

/** A project with everything that is required to publish it. */
export const COMPLETE_PROJECT = {
  title: 'Tide tables',
  summary: 'Times and heights for forty harbors.',
  markdown: 'Twice a day it *rises*.',
  category: 'Astro',
  link: 'https://tides.example/',
  price: '49.50',
};

/** Returns helpers that write and publish projects as a given user. */
export function projectFixture(open: () => TestSite) {
  const change = (who: Writer, id: string, body: object) =>
    postApi(open(), `/projects/${id}`, body, { cookie: who.cookie, method: 'PUT' });
  const applyTransition = (who: Writer, id: string, name: PublishingTransition, more: object = {}) =>
    postApi(open(), `/projects/${id}/transitions`, { transition: name, ...more }, { cookie: who.cookie });
  return {
    create: (who: Writer, body: object = {}) => postApi(open(), '/projects', body, { cookie: who.cookie }),
    /** Creates a project, expects success, and returns the author's view of it. */
    begin: async (who: Writer, body: object = COMPLETE_PROJECT): Promise<Draft> => {
      const answer = await postApi(open(), '/projects', body, { cookie: who.cookie });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<Draft>();
    },
    change,
    /** Saves a project over its current version. */
    save: async (who: Writer, id: string, body: object): Promise<Draft> => {
      const { version } = await getApi<Draft>(open(), `/my-projects/${id}`, who.cookie);
      const answer = await change(who, id, { ...body, version });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    applyTransition,
    /** Makes a transition and expects success. */
    make: async (who: Writer, id: string, name: PublishingTransition, more: object = {}): Promise<Draft> => {
      const answer = await applyTransition(who, id, name, more);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    draft: (who: Writer, id: string) => getApi<Draft>(open(), `/my-projects/${id}`, who.cookie),
    /** Uploads a file for buyers of a project. */
    addFile: (who: Partial<Writer>, id: string, name = 'source.zip', bytes = 'the source') =>
      open().http.app.inject({
        method: 'POST',
        url: `${API_PREFIX}/projects/${id}/files?name=${encodeURIComponent(name)}`,
        payload: Buffer.from(bytes),
        headers: {
          'content-type': 'application/octet-stream',
          'sec-fetch-site': 'same-origin',
          ...(who.cookie ? { cookie: who.cookie } : {}),
        },
      }),
    removeFile: (who: Partial<Writer>, id: string, file: string) =>
      postApi(open(), `/projects/${id}/files/${file}`, {}, { ...who, method: 'DELETE' }),
    remove: (who: Writer, id: string) =>
      postApi(open(), `/projects/${id}`, {}, { cookie: who.cookie, method: 'DELETE' }),
    restore: (who: Writer, id: string) => postApi(open(), `/projects/${id}/restore`, {}, { cookie: who.cookie }),
  };
}
