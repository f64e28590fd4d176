import { filesContract } from './contract/files.ts';
import { readingContract } from './contract/reading.ts';
import { writingContract } from './contract/writing.ts';

/** Projects, as readers ask for them and as writers work on them. */
export const projectsContract = { ...readingContract, ...writingContract, ...filesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    projects: typeof projectsContract;
  }
}
