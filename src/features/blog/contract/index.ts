import { readingContract } from './public.ts';
import { writingContract } from './editing.ts';

/** Posts, as readers ask for them and as writers work on them. */
export const blogContract = { ...readingContract, ...writingContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    blog: typeof blogContract;
  }
}
