import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyRequest } from 'fastify';
import type { Access, EndpointMeta } from '#shared/contract.ts';
import type { Actor, AuthenticatedActor, RequestContextFactory } from './context.ts';
import { createDefaultError } from './errors.ts';

/** Returns whether the actor may call an endpoint. An endpoint without an access is closed to everyone. */
export function canCallEndpoint(actor: Actor, access: Access | undefined): boolean {
  if (access === 'public') return true;
  return access === 'owner' ? actor.role === 'owner' : access === 'member' && actor.role !== 'visitor';
}

/** Returns the access declared in an endpoint's contract. */
export const getEndpointAccess = ({ '~orpc': { meta } }: AnyContractProcedure) => (meta as EndpointMeta).access;

/**
 * Throws UNAUTHORIZED or FORBIDDEN unless the actor may call the endpoint. Called for every call, over HTTP and
 * in-process.
 */
export function authorize(actor: Actor, procedure: AnyContractProcedure): void {
  const access = getEndpointAccess(procedure);
  if (canCallEndpoint(actor, access)) return;
  throw createDefaultError(actor.role === 'visitor' && access ? 'UNAUTHORIZED' : 'FORBIDDEN');
}

/** Returns the signed-in user. Throws UNAUTHORIZED for a visitor. */
export function requireUser({ actor }: { readonly actor: Actor }): AuthenticatedActor {
  if (actor.role === 'visitor') throw createDefaultError('UNAUTHORIZED');
  return actor;
}

/** Throws UNAUTHORIZED or FORBIDDEN unless the sender of a request has this access. */
export async function requireRole(
  contexts: RequestContextFactory,
  request: FastifyRequest,
  access: 'member' | 'owner',
): Promise<void> {
  const actor = requireUser(await contexts.createForCaller(request));
  if (!canCallEndpoint(actor, access)) throw createDefaultError('FORBIDDEN');
}
