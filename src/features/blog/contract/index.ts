import { publicBlogContract } from './public.ts';
import { blogEditingContract } from './editing.ts';

export const blogContract = { ...publicBlogContract, ...blogEditingContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    blog: typeof blogContract;
  }
}
