import { truncate } from '#shared/truncate.ts';

/** Returns the preview text of a message. */
export const toPreheader = (body: string) => truncate(body.replaceAll(/\s+/g, ' '), 120);
