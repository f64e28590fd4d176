import type { OpenAPI } from '@orpc/contract';
import { createContext } from 'react-router';

/** Provides the OpenAPI document: generated in-process on the server, fetched in the browser. */
export const openApiContext = createContext<() => Promise<OpenAPI.Document>>();
