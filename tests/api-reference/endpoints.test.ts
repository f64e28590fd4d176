import { expect, it } from 'vitest';
import { generateOpenApiDocument } from '#app/openapi.ts';
import { describeSchema, listEndpointGroups, listEndpoints } from '#features/api-reference/rules.ts';

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

it('says who may call an endpoint and what it returns', async () => {
  const endpoints = listEndpoints(await generateOpenApiDocument('https://site.example'));
  const endpoint = (id: string) => endpoints.find(one => one.id === id);
  expect(endpoint('search.query')).toMatchObject({
    access: 'public',
    returnedFields: expect.arrayContaining(['items']),
  });
  expect(endpoint('profile.listSessions')).toMatchObject({ access: 'member' });
  expect(endpoint('users.list')).toMatchObject({ access: 'owner' });
});

it('groups all endpoints by tag, with titles in alphabetical order', async () => {
  const document = await generateOpenApiDocument('https://site.example');
  const groups = listEndpointGroups(document);
  const titles = groups.map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(titles).toEqual(expect.arrayContaining(['Import and export', 'Password reset', 'Posts']));
  expect(groups.flatMap(({ endpoints }) => endpoints)).toHaveLength(listEndpoints(document).length);
});

it.each([
  [{ type: 'integer', minimum: 1, maximum: 100, default: 12 }, 'integer, from 1, to 100, default 12'],
  [{ enum: ['a', 'b'] }, 'one of a, b'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string or number'],
  [{ type: 'string', maxLength: 9 }, 'string, at most 9 characters'],
  [{ type: 'integer', minimum: 0, maximum: 2_147_483_647 }, 'integer, from 0'],
  [{ type: 'array', items: { type: 'string', format: 'date-time' } }, 'list of: time'],
  [undefined, 'any value'],
])('describes %j', (schema, words) => {
  expect(describeSchema(schema)).toBe(words);
});
