/** The API's contract without its schemas: addresses and methods only, so that no validator reaches the browser. */
declare module 'virtual:contract' {
  import type { contract } from '#app/contract.ts';
  const minified: typeof contract;
  export default minified;
}
