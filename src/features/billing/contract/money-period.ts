/** The name of a year, quarter or month: 2026, 2026-Q4 or 2026-11. */
export const MONEY_PERIOD = /^(2\d{3})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;
