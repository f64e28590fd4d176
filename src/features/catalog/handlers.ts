import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { catalogContract } from './contract.ts';
import { getPricing } from './queries.ts';

const catalog = implement(catalogContract).$context<ApiContext>();

export const catalogHandlers = catalog.router({
  pricing: catalog.pricing.handler(({ context }) => getPricing(context.db)),
});
