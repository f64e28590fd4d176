import type { AnyProcedure } from '@orpc/server';
import type { Access } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, AuthenticatedActor } from './context.ts';

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

/** The access written in an endpoint's contract. */
export function getEndpointAccess(procedure: AnyProcedure): Access | undefined {
  const meta: { access?: Access } = procedure['~orpc'].meta;
  return meta.access;
}

/** Throws UNAUTHORIZED or FORBIDDEN unless the actor may call the endpoint. Both doors of the API ask here first. */
export function authorize(actor: Actor, procedure: AnyProcedure): void {
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
