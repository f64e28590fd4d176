import { expect } from 'vitest';
import type { Draft } from '#features/blog/contract/editing.ts';
import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

interface Writer {
  readonly cookie: string;
}

/** A post with everything that is required to publish it. */
export const COMPLETE_POST = {
  title: 'Reading a tide table',
  description: 'Times and heights.',
  markdown: 'Twice a day it *rises*.',
};

/** Returns helpers that write and publish posts as a given user. */
export function postFixture(open: () => TestSite) {
  const change = (who: Writer, id: number, body: object) =>
    postApi(open(), `/blogs/${id}`, body, { cookie: who.cookie, method: 'PUT' });
  const applyTransition = (who: Writer, id: number, name: PublishingTransition, more: object = {}) =>
    postApi(open(), `/blogs/${id}/transitions`, { transition: name, ...more }, { cookie: who.cookie });
  return {
    create: (who: Writer, body: object = {}) => postApi(open(), '/blogs', body, { cookie: who.cookie }),
    /** Creates a post, expects success, and returns the author's view of it. */
    begin: async (who: Writer, body: object = COMPLETE_POST): Promise<Draft> => {
      const answer = await postApi(open(), '/blogs', body, { cookie: who.cookie });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<Draft>();
    },
    change,
    /** Saves a post over its current version. */
    save: async (who: Writer, id: number, body: object): Promise<Draft> => {
      const { version } = await getApi<Draft>(open(), `/my-blogs/${id}`, who.cookie);
      const answer = await change(who, id, { ...body, version });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    applyTransition,
    /** Makes a transition and expects success. */
    make: async (who: Writer, id: number, name: PublishingTransition, more: object = {}): Promise<Draft> => {
      const answer = await applyTransition(who, id, name, more);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    draft: (who: Writer, id: number) => getApi<Draft>(open(), `/my-blogs/${id}`, who.cookie),
    remove: (who: Writer, id: number) => postApi(open(), `/blogs/${id}`, {}, { cookie: who.cookie, method: 'DELETE' }),
    restore: (who: Writer, id: number) => postApi(open(), `/blogs/${id}/restore`, {}, { cookie: who.cookie }),
  };
}
