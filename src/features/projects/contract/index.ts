import { filesContract } from './files.ts';
import { readingContract } from './public.ts';
import { writingContract } from './editing.ts';

/** Projects, as readers ask for them and as writers work on them. */
export const projectsContract = { ...readingContract, ...writingContract, ...filesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    projects: typeof projectsContract;
  }
}
