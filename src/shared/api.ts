import type { ContractRouterClient } from '@orpc/contract';

/** Every feature adds its contract here by declaration merging, so that pages know the whole API without importing it. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ApiContracts {}

/** The API as pages call it: over HTTP in the browser, in-process while rendering on the server. */
export type Api = ContractRouterClient<{ [Name in keyof ApiContracts]: ApiContracts[Name] }>;
