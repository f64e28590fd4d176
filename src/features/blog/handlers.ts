import { readingHandlers } from './handlers/reading.ts';
import { writingHandlers } from './handlers/writing.ts';

/** Every endpoint about posts. */
export const blogHandlers = { ...readingHandlers, ...writingHandlers };
