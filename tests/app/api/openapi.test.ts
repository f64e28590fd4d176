import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/paths.ts';
import { ACCEPTED_FILE_TYPES, pictureTypes } from '#shared/uploads.ts';
import { requestApi, getApi } from '../../support/api-client.ts';
import { endpoints } from '../../support/list-endpoints.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

describe('API description', () => {
  let site: TestSite;
  let description: {
    openapi: string;
    info: { title: string; version: string };
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
  };
  interface Operation {
    operationId: string;
    summary: string;
    tags: string[];
    parameters?: { name: string; in: string; required?: boolean; schema: object }[];
    requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
    responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
    security: Record<string, string[]>[];
  }

  beforeAll(async () => {
    site = await createTestSite({ environment: { SITE_URL: 'https://site.example' } });
    description = await getApi(site, '/openapi.json');
  });
  afterAll(() => site.close());

  it('is OpenAPI 3.1 for this site', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d+$/);
    expect(description.info.title).toMatch(/\S/);
    expect(description.info.version).toMatch(/\S/);
    expect(description.servers).toEqual([{ url: `https://site.example${API_PREFIX}` }]);
  });

  it('lists exactly the contract’s endpoints', () => {
    const listed = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  const json = ['application/json'];
  /** Request bodies other than JSON. */
  const bodies: Readonly<Record<string, readonly string[]>> = {
    'put /imports/{id}': ['application/octet-stream'],
    'post /e-invoices/read': ['application/pdf', 'application/xml', 'text/xml'],
    'delete /imports/{id}': [],
    'delete /redirects/{id}': [],
    'delete /clients/{id}': [],
    'delete /invoice-drafts/{id}': [],
    'post /invoice-drafts/{id}/schedule/pause': [],
    'delete /document-emails/{kind}/{language}': [],
    'post /billing-documents/{number}/emails': [],
    'delete /billing-documents/{number}/e-invoice-problem': [],
    'post /clients/{id}/check-vat-id': [],
    'post /clients/{id}/undo-merge': [],
    'post /orders/{order}/files': ['application/octet-stream'],
    'post /bookings/{booking}/files': ['application/octet-stream'],
    'delete /orders/{order}/files/{file}': [],
    'post /projects/{id}/files': ['application/octet-stream'],
    'delete /projects/{id}/files/{file}': [],
    'delete /orders/{order}/testimonial': [],
    'post /billing-documents/{number}/{token}/payments/refresh': [],
    'post /billing-documents/{number}/{token}/payment-proofs': [
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/avif',
      'image/gif',
    ],
    'delete /calendar/date-overrides/{day}': [],
    'post /calendar/external-calendars/{calendar}/refresh': [],
    'delete /calendar/external-calendars/{calendar}': [],
    'post /payments/{id}/acknowledge': [],
    'post /refunds/{id}/acknowledge': [],
    'post /refunds/{id}/retry': [],
    'post /emails/{id}/resend': [],
    'post /newsletter/preferences/{key}/unsubscribe': [],
    'post /newsletter/subscribers/{id}/unsubscribe': [],
    'post /newsletter/subscribers/{id}/block': [],
    'post /newsletter/subscribers/{id}/unblock': [],
    'post /newsletter/subscribers/{id}/resend-confirmation': [],
    'delete /newsletter/subscribers/{id}': [],
    'delete /newsletter/issues/{id}': [],
    'post /newsletter/issues/{id}/test': [],
    'post /newsletter/issues/{id}/send': [],
    'post /newsletter/issues/{id}/unschedule': [],
    'post /newsletter/issues/{id}/pause': [],
    'post /newsletter/issues/{id}/resume': [],
    'post /newsletter/issues/{id}/stop': [],
    'post /users/{id}/disable': [],
    'post /users/{id}/enable': [],
    'post /users/{id}/revoke-sessions': [],
    'post /contact/{upload}/file': ['application/octet-stream'],
    'post /contact-messages/{id}/read': [],
    'delete /comments/{id}': [],
    'put /blogs/{id}/like': [],
    'delete /blogs/{id}/like': [],
    'put /projects/{id}/like': [],
    'delete /projects/{id}/like': [],
    'delete /sessions/{id}': [],
    'delete /profile/linked-accounts/{id}': [],
    'delete /profile/passkeys/{id}': [],
    'delete /blogs/{id}': [],
    'post /blogs/{id}/restore': [],
    'put /blogs/{id}/preview-link': [],
    'delete /blogs/{id}/preview-link': [],
    'put /profile/avatar': pictureTypes,
    'post /media/pictures': pictureTypes,
    'post /media/files': ACCEPTED_FILE_TYPES,
    'delete /media/pictures/{id}': [],
    'delete /media/files/{id}': [],
    'delete /projects/{id}': [],
    'post /projects/{id}/restore': [],
    'put /projects/{id}/preview-link': [],
    'delete /projects/{id}/preview-link': [],
  };

  it('has unique operation ids, described responses and declared path parameters', () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations) {
      expect(operation.summary, path).toMatch(/\S/);
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some(status => /^2\d\d$/.test(status)),
        path,
      ).toBe(true);
      const { default: failed, ...succeeded } = operation.responses;
      expect(failed, path).toEqual({ $ref: '#/components/responses/Error' });
      for (const response of Object.values(succeeded)) {
        expect(typeof response.description, path).toBe('string');
        for (const { schema } of Object.values(response.content ?? {})) expect(typeof schema, path).toBe('object');
      }
      const declared = (operation.parameters ?? []).filter(parameter => parameter.in === 'path');
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const parameter of declared) expect(parameter.required, path).toBe(true);
      if (method === 'get') expect(operation).not.toHaveProperty('requestBody');
      else expect(Object.keys(operation.requestBody?.content ?? {}), path).toEqual(bodies[`${method} ${path}`] ?? json);
    }
  });

  it('says which endpoints need a session, and of whom', () => {
    for (const { name, method, path, procedure } of endpoints) {
      const operation = description.paths[path]?.[method.toLowerCase()];
      const { access } = procedure['~orpc'].meta as { access?: string };
      expect(operation?.security, name).toEqual(access === 'public' ? [] : [{ session: [access] }]);
    }
  });

  it('describes numbers, which queries send as text, as integers', () => {
    const parameters = description.paths['/users']?.get?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'page')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 1,
    });
  });

  it('gives the bounds and defaults of list parameters', () => {
    const parameters = description.paths['/blogs']?.get?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toEqual([
      'category',
      'tag',
      'search',
      'sort',
      'page',
      'pageSize',
      'after',
      'before',
    ]);
    const schemaOf = (name: string) => JSON.stringify(parameters.find(parameter => parameter.name === name)?.schema);
    expect(schemaOf('category')).toContain('Fashion & Beauty');
    expect(schemaOf('sort')).toContain('most_commented');
    expect(schemaOf('search')).toContain('120');
    // Every parameter of a list has a default.
    for (const parameter of parameters) expect(parameter.required ?? false, parameter.name).toBe(false);
  });

  it('can be cached for a few minutes', async () => {
    const { headers } = await requestApi(site, '/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
  });
});
