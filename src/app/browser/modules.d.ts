/** The API's contract without its schemas: addresses and methods only, so that no validator reaches the browser. */
declare module 'virtual:readers-contract' {
  import type { contract } from '#app/contract.ts';
  const part: Pick<typeof contract, 'site' | 'catalog' | 'blog' | 'projects' | 'accounts'>;
  export default part;
}
declare module 'virtual:members-contract' {
  import type { contract } from '#app/contract.ts';
  const part: Omit<typeof contract, 'site' | 'catalog' | 'blog' | 'projects' | 'accounts'>;
  export default part;
}
