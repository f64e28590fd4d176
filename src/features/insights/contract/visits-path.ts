/** URL for browsers' reports. In a separate file, because the tracking script imports nothing else. */
export const VISITS_PATH = '/api/v1/visits';
