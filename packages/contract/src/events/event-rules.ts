/** What is said about events without their schemas, for functions that validate nothing. */

/** Events are kept this long. */
export const eventRetentionDays = 90

/** The fields of an edit, as an event names them. The goal's history has their values. */
export const editedFieldNames = [
  'title',
  'detailedDescription',
  'timeframe',
  'ownerUserId',
  'labelIds',
  'criteria',
  'measures',
  'cadence',
] as const
