import { filesContract } from './files.ts';
import { publicProjectsContract } from './public.ts';
import { projectsEditingContract } from './editing.ts';

/** Projects, as readers ask for them and as writers work on them. */
export const projectsContract = { ...publicProjectsContract, ...projectsEditingContract, ...filesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    projects: typeof projectsContract;
  }
}
