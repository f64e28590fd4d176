import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { router } from '#app/router.ts';
import { getEndpointAccess, authorize, canCallEndpoint } from '#platform/api/access.ts';
import type { Actor } from '#platform/api/context.ts';
import type { Access } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { EXPECTED_ACCESS } from '../../support/expected-access.ts';
import { endpoints, listEndpoints } from '../../support/list-endpoints.ts';

const actors: Readonly<Record<string, Actor>> = {
  visitor: { role: 'visitor' },
  member: { role: 'member', userId: 'm', email: 'member@site.example', sessionId: 's' },
  author: { role: 'author', userId: 'a', email: 'author@site.example', sessionId: 's' },
  owner: { role: 'owner', userId: 'o', email: 'owner@site.example', sessionId: 's' },
};

/** The roles that each access level allows. */
const rolesByAccess: Readonly<Record<Access, readonly string[]>> = {
  public: ['visitor', 'member', 'author', 'owner'],
  member: ['member', 'author', 'owner'],
  owner: ['owner'],
};

describe('endpoint access', () => {
  it('is declared for every endpoint as expected', () => {
    expect(Object.fromEntries(endpoints.map(({ name, procedure }) => [name, getEndpointAccess(procedure)]))).toEqual(
      EXPECTED_ACCESS,
    );
  });

  it('matches the contract in the handlers', () => {
    const handled = listEndpoints(router);
    expect(handled.map(({ name }) => name).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
    for (const { name, procedure } of handled) expect(getEndpointAccess(procedure), name).toBe(EXPECTED_ACCESS[name]);
  });

  it.each(Object.entries(actors))('lets a %s call only the declared endpoints', (role, actor) => {
    for (const { name, procedure } of listEndpoints(router)) {
      const allowed = rolesByAccess[EXPECTED_ACCESS[name] as Access].includes(role);
      if (allowed) expect(() => authorize(actor, procedure), name).not.toThrow();
      else expect(() => authorize(actor, procedure), name).toThrow(AppError);
    }
  });

  it.each(Object.entries(rolesByAccess) as [Access, readonly string[]][])('%s includes exactly %j', (access, roles) => {
    for (const [role, actor] of Object.entries(actors))
      expect(canCallEndpoint(actor, access), role).toBe(roles.includes(role));
  });

  it('is denied to everyone when undeclared', () => {
    const undeclared = implement(oc.route({ method: 'GET', path: '/forgotten' })).handler(() => ({}));
    expect(getEndpointAccess(undeclared)).toBeUndefined();
    for (const [role, actor] of Object.entries(actors)) {
      expect(canCallEndpoint(actor, undefined), role).toBe(false);
      expect(() => authorize(actor, undeclared), role).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    }
  });

  it('asks visitors to sign in and refuses members', () => {
    const ownersOnly = implement(oc.$meta<{ access?: Access }>({}).meta({ access: 'owner' })).handler(() => ({}));
    const refusal = (actor: Actor) => {
      try {
        authorize(actor, ownersOnly);
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
      return 'let in';
    };
    expect(Object.values(actors).map(refusal)).toEqual(['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'let in']);
  });
});

describe('API contract', () => {
  it('has a method, path, tag and summary for every endpoint', () => {
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
    for (const { name, method, path, procedure } of endpoints) {
      expect(method, name).toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/);
      expect(path, name).toMatch(/^\/[a-z{]/);
      expect(procedure['~orpc'].route.summary, name).toMatch(/\S/);
      expect(procedure['~orpc'].route.tags, name).toHaveLength(1);
    }
  });

  it('keeps the specification’s names (point 7)', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(addresses).toEqual(
      expect.arrayContaining([
        'POST /register',
        'POST /login',
        'POST /logout',
        'GET /user/{email}',
        'GET /profile',
        'POST /reset-password',
        'GET /users',
        'GET /blogs',
        'GET /blogs/{id}',
        'POST /blogs',
        'PUT /blogs/{blogId}',
        'DELETE /blogs/{id}',
        'POST /blogs/{id}/review',
        'GET /projects',
        'GET /projects/{id}',
        'POST /projects',
        'PUT /projects/{id}',
        'DELETE /projects/{id}',
      ]),
    );
  });
});
