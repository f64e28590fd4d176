import { readConfig } from '#app/config.ts';
import { StartupError } from '#platform/startup-error.ts';

/** Returns the message that an invalid environment is rejected with, or `accepted`. */
export function getConfigError(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return 'accepted';
}
