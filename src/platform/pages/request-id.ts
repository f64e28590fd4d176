import { createContext } from 'react';

/** The number of the request being rendered, for the error page; empty in the browser. */
export const requestIdContext = createContext('');
