import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyRequest } from 'fastify';
import type { Access, EndpointMeta } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, AuthenticatedActor, RequestContextFactory } from './context.ts';

/** Whether this actor passes an endpoint's access. No access written down means nobody does. */
export function canCallEndpoint(actor: Actor, access: Access | undefined): boolean {
  switch (access) {
    case 'everyone':
      return true;
    case 'member':
      return actor.role !== 'visitor';
    case 'owner':
      return actor.role === 'owner';
    default:
      return false;
  }
}

/** Returns the access written in an endpoint's contract. */
export function getEndpointAccess(procedure: AnyContractProcedure): Access | undefined {
  const meta: EndpointMeta = procedure['~orpc'].meta;
  return meta.access;
}

/** Throws UNAUTHORIZED or FORBIDDEN unless the actor may call the endpoint. Called for every call, over HTTP and in-process. */
export function authorize(actor: Actor, procedure: AnyContractProcedure): void {
  const access = getEndpointAccess(procedure);
  if (canCallEndpoint(actor, access)) return;
  throw actor.role === 'visitor' && access
    ? new AppError('UNAUTHORIZED', 'Sign in first.')
    : new AppError('FORBIDDEN', 'You may not do this.');
}

/** Who is signed in, for handlers of endpoints that only they may call. Throws UNAUTHORIZED. */
export function requireUser({ actor }: { readonly actor: Actor }): AuthenticatedActor {
  if (actor.role === 'visitor') throw new AppError('UNAUTHORIZED', 'Sign in first.');
  return actor;
}

/** Throws UNAUTHORIZED or FORBIDDEN unless the person who sent a request has this access. */
export async function requireRole(
  contexts: RequestContextFactory,
  request: FastifyRequest,
  access: 'member' | 'owner',
): Promise<void> {
  const actor = requireUser(await contexts.forCaller(request));
  if (!canCallEndpoint(actor, access)) throw new AppError('FORBIDDEN', 'You may not do this.');
}
