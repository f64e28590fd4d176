import { filesContract } from './files.ts';
import { publicProjectsContract } from './public.ts';
import { projectsEditingContract } from './editing.ts';

export const projectsContract = { ...publicProjectsContract, ...projectsEditingContract, ...filesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    projects: typeof projectsContract;
  }
}
