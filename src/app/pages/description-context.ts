import type { OpenAPI } from '@orpc/contract';
import { createContext } from 'react-router';

/** Where the reference page finds the OpenAPI document: made in-process on the server, fetched in the browser. */
export const openApiContext = createContext<() => Promise<OpenAPI.Document>>();
