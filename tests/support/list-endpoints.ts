import type { AnyProcedure } from '@orpc/server';
import { router } from '#app/router.ts';

/** An endpoint as a test meets it. */
export interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly procedure: AnyProcedure;
}

/** Every endpoint of a router or contract, found by walking it. */
export function listEndpoints(node: object, name = ''): Endpoint[] {
  if ('~orpc' in node) {
    const procedure = node as AnyProcedure;
    const { method = '', path = '' } = procedure['~orpc'].route;
    return [{ name, method, path, procedure }];
  }
  return Object.entries(node).flatMap(([key, child]) => listEndpoints(child as object, name ? `${name}.${key}` : key));
}

/** Every endpoint of the API. */
export const endpoints = listEndpoints(router);
