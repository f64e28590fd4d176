/** The API's contract without its schemas: addresses and methods only, so that no validator reaches the browser. */
declare module 'virtual:readers-contract' {
  import type { AnyContractRouter } from '@orpc/contract';
  const part: Readonly<Record<string, AnyContractRouter>>;
  export default part;
}
declare module 'virtual:members-contract' {
  import type { AnyContractRouter } from '@orpc/contract';
  const part: Readonly<Record<string, AnyContractRouter>>;
  export default part;
}
/** The pattern of the paths whose visits are counted. */
declare module 'virtual:tracked-path' {
  const pattern: RegExp;
  export default pattern;
}
