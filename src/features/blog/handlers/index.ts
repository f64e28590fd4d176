import { readingHandlers } from './public.ts';
import { writingHandlers } from './editing.ts';

/** Every endpoint about posts. */
export const blogHandlers = { ...readingHandlers, ...writingHandlers };
