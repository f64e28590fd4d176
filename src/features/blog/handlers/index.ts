import { publicBlogHandlers } from './public.ts';
import { blogEditingHandlers } from './editing.ts';

export const blogHandlers = { ...publicBlogHandlers, ...blogEditingHandlers };
