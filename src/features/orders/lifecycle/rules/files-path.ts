import { API_PREFIX } from '#shared/paths.ts';

/** Returns the path of the API to which an order's files are uploaded. */
export const buildFilesPath = (reference: string) => `${API_PREFIX}/orders/${reference}/files`;
