import { filesHandlers } from './handlers/files.ts';
import { readingHandlers } from './handlers/reading.ts';
import { writingHandlers } from './handlers/writing.ts';

/** Every endpoint about projects. */
export const projectsHandlers = { ...readingHandlers, ...writingHandlers, ...filesHandlers };
