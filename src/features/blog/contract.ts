import { readingContract } from './contract/reading.ts';

/** Posts, as readers ask for them and as writers work on them. */
export const blogContract = { ...readingContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    blog: typeof blogContract;
  }
}
