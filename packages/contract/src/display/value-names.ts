/** What screens, emails and messages call the values of the contract. */
import type { EditedFields } from '../schemas/goal-history.ts'
import type { GoalHealth } from '../schemas/goal-values.ts'

export const healthNames: Record<GoalHealth, string> = {
  on_track: 'On track',
  at_risk: 'At risk',
  off_track: 'Off track',
}

/** The fields of a goal that people can edit, as the form calls them. */
export const fieldNames: Record<keyof EditedFields, string> = {
  title: 'Title',
  detailedDescription: 'Description',
  timeframe: 'Timeframe',
  ownerUserId: 'Owner',
  labelIds: 'Labels',
  criteria: 'Success criteria',
  measures: 'Measures',
  cadence: 'Reporting',
}
