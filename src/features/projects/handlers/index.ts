import { filesHandlers } from './files.ts';
import { publicProjectsHandlers } from './public.ts';
import { projectsEditingHandlers } from './editing.ts';

export const projectsHandlers = { ...publicProjectsHandlers, ...projectsEditingHandlers, ...filesHandlers };
