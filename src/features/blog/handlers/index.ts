import { publicBlogHandlers } from './public.ts';
import { blogEditingHandlers } from './editing.ts';

/** Every endpoint about posts. */
export const blogHandlers = { ...publicBlogHandlers, ...blogEditingHandlers };
