/** Where browsers tell of visits. It stands here, so that the script that tells needs nothing else. */
export const VISITS_PATH = '/api/v1/visits';

/**
 * The pages whose visits are counted, by their path: the browser tells of no other, and no other is taken. Previews, the
 * dashboard, and all that is opened by a secret in its address are not among them.
 */
export const TRACKED_PATH_PATTERN =
  /^\/(about|blogs|contact|search|privacy-policy|terms-conditions|api\/reference|pricing(\/c(ustom|onsultation))?|projects|(projects|blog|order\/(plan|service|project))\/[a-z0-9-]{1,120})?$/;
