import type { ContractRouterClient } from '@orpc/contract';

/** All contracts. Features add theirs by declaration merging, so pages know the complete API without importing it. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ApiContracts {}

/** The API as pages call it: over HTTP in the browser, in-process during server rendering. */
export type Api = ContractRouterClient<{ [Name in keyof ApiContracts]: ApiContracts[Name] }>;
