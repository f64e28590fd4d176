import type { AnyProcedure } from '@orpc/server';
import { router } from '#app/router.ts';

export interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly procedure: AnyProcedure;
}

/** Returns every endpoint of a router or contract. */
export function listEndpoints(node: object, name = ''): Endpoint[] {
  if ('~orpc' in node) {
    const procedure = node as AnyProcedure;
    const { method = '', path = '' } = procedure['~orpc'].route;
    return [{ name, method, path, procedure }];
  }
  return Object.entries(node).flatMap(([key, child]) => listEndpoints(child as object, name ? `${name}.${key}` : key));
}

export const endpoints = listEndpoints(router);
