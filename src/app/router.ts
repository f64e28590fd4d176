import type { AnyProcedure, Router } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import type { Feature } from '#platform/feature.ts';
import type { ApiContracts } from '#shared/api.ts';
import { features } from './features.ts';

/** All endpoints with their handlers, by contract name. */
export type ApiRouter = { [Name in keyof ApiContracts]: Router<ApiContracts[Name], ApiContext> };

export function createRouter(from: readonly Feature[]): ApiRouter {
  return Object.assign({}, ...from.map(({ handlers }) => handlers)) as ApiRouter;
}

export const router = createRouter(features);

export function listEndpoints(api: ApiRouter): AnyProcedure[] {
  return Object.values(api).flatMap(handlers => Object.values(handlers) as AnyProcedure[]);
}
