import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSite, type TestSite } from './support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const get = (url: string) => site.http.app.inject({ method: 'GET', url: `/api/v1${url}` });

describe('sample content', () => {
  it('has 30 posts, three in each of ten categories', async () => {
    const topics = (await get('/blog-topics')).json();
    expect(topics.total).toBe(30);
    expect(topics.categories.map((category: { count: number }) => category.count)).toEqual(Array(10).fill(3));
  });
});
