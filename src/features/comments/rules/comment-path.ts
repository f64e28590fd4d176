import { withQuery } from '#shared/paths.ts';

/** Returns the path of a comment on the post or project at `path`: the page of a long conversation that shows it. */
export const commentPath = (path: string, id: number) => `${withQuery(path, { comment: id })}#comment-${id}`;
