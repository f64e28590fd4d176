/** Where browsers report visits. In a file of its own, since the script that reports them imports nothing else. */
export const VISITS_PATH = '/api/v1/visits';
