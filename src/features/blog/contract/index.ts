import { publicBlogContract } from './public.ts';
import { blogEditingContract } from './editing.ts';

/** Posts, as readers ask for them and as writers work on them. */
export const blogContract = { ...publicBlogContract, ...blogEditingContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    blog: typeof blogContract;
  }
}
