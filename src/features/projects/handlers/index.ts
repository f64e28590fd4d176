import { filesHandlers } from './files.ts';
import { readingHandlers } from './public.ts';
import { writingHandlers } from './editing.ts';

/** Every endpoint about projects. */
export const projectsHandlers = { ...readingHandlers, ...writingHandlers, ...filesHandlers };
