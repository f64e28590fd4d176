import { expect } from 'vitest';
import type { Draft } from '#features/blog/contract/editing.ts';
import type { Move } from '#features/publishing/contract/status.ts';
import { readApi, sendApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

interface Somebody {
  readonly cookie: string;
}

/** A post that lacks nothing. */
export const whole = {
  title: 'Reading a tide table',
  description: 'Times and heights.',
  markdown: 'Twice a day it *rises*.',
};

/** What tests do with posts in somebody's name, on the site that `open` answers. */
export function writersOf(open: () => TestSite) {
  const change = (who: Somebody, id: number, body: object) =>
    sendApi(open(), `/blogs/${id}`, body, { cookie: who.cookie, method: 'PUT' });
  const move = (who: Somebody, id: number, name: Move, more: object = {}) =>
    sendApi(open(), `/blogs/${id}/moves`, { move: name, ...more }, { cookie: who.cookie });
  return {
    create: (who: Somebody, body: object = {}) => sendApi(open(), '/blogs', body, { cookie: who.cookie }),
    /** Begins a post that is expected to be one; what its writer sees. */
    begin: async (who: Somebody, body: object = whole): Promise<Draft> => {
      const answer = await sendApi(open(), '/blogs', body, { cookie: who.cookie });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<Draft>();
    },
    change,
    /** Saves a post over the version that there is. */
    save: async (who: Somebody, id: number, body: object): Promise<Draft> => {
      const { version } = await readApi<Draft>(open(), `/my-blogs/${id}`, who.cookie);
      const answer = await change(who, id, { ...body, version });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    move,
    /** Makes a move that is expected to be made. */
    make: async (who: Somebody, id: number, name: Move, more: object = {}): Promise<Draft> => {
      const answer = await move(who, id, name, more);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Draft>();
    },
    draft: (who: Somebody, id: number) => readApi<Draft>(open(), `/my-blogs/${id}`, who.cookie),
    remove: (who: Somebody, id: number) =>
      sendApi(open(), `/blogs/${id}`, {}, { cookie: who.cookie, method: 'DELETE' }),
    restore: (who: Somebody, id: number) => sendApi(open(), `/blogs/${id}/restore`, {}, { cookie: who.cookie }),
  };
}
