/** The API's contract without schemas: only paths and methods, so no validator reaches the browser. */
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
/** Pattern of the paths whose visits are counted. */
declare module 'virtual:tracked-path' {
  const pattern: RegExp;
  export default pattern;
}
