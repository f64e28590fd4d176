/** The file of the secret key in the data folder, and its name as a download. */
export const SECRET_KEY_FILE = 'secret.key';

export const runStatuses = ['writing', 'verifying', 'completed', 'failed'] as const;
