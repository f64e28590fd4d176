/** Results of a health check; `off`: the checked part isn't set up. */
export const healthStatuses = ['ok', 'warning', 'failing', 'off'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** The sections of the status page, in order. */
export const healthGroups = ['Website', 'Email', 'Payments', 'Data', 'Server'] as const;
export type HealthGroup = (typeof healthGroups)[number];
