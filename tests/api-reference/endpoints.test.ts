import { expect, it } from 'vitest';
import { generateOpenApiDocument } from '#app/api-routes.ts';
import { describeSchema, listEndpoints } from '#features/api-reference/rules.ts';

it('lists the path, query and body parameters of each endpoint', async () => {
  const endpoints = listEndpoints(await generateOpenApiDocument('https://site.example'));
  const takenBy = (path: string, method: string) =>
    endpoints.find(endpoint => endpoint.path === path && endpoint.method === method)?.parameters;
  expect(takenBy('/blogs', 'GET')?.map(({ name }) => name)).toEqual([
    'category',
    'tag',
    'search',
    'sort',
    'page',
    'pageSize',
    'after',
    'before',
  ]);
  expect(takenBy('/projects/{id}', 'GET')).toMatchObject([{ name: 'id', required: true }]);
  const setUp = takenBy('/setup', 'POST');
  const namesOf = (needed: boolean) =>
    setUp?.flatMap(({ name, required }) => (required === needed ? [name] : [])).toSorted();
  expect(namesOf(true)).toEqual(['confirmPassword', 'email', 'name', 'password', 'token']);
  expect(namesOf(false)).toEqual(['siteTitle', 'timeZone']);
});

it.each([
  [{ type: 'integer', minimum: 1, maximum: 100, default: 12 }, 'integer, from 1, to 100, default 12'],
  [{ enum: ['a', 'b'] }, 'one of a, b'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string or number'],
  [{ type: 'string', maxLength: 9 }, 'string, at most 9 characters'],
  [undefined, 'any value'],
])('describes %j', (schema, words) => {
  expect(describeSchema(schema)).toBe(words);
});
