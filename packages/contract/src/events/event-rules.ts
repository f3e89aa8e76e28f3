/** Rules about events without their schemas, for functions that validate nothing. */

/** Events are kept this long. */
export const eventRetentionDays = 90
