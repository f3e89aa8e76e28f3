import { fieldNames, healthNames } from '@cairn/contract/display/value-names'
import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../time/format.ts'

/** What all pages call the values of a goal. */
export const texts = catalog('goals', {
  healths: { ...healthNames, none: 'No health yet' },
  statuses: { active: 'Active', paused: 'Paused', completed: 'Completed', archived: 'Archived' },
  attention: {
    overdue: 'Overdue',
    report_late: 'Report late',
    off_track: healthNames.off_track,
    at_risk: healthNames.at_risk,
    due_soon: 'Due soon',
    criteria_not_met: 'Criteria not met',
  },
  results: { met: 'Met', not_met: 'Not met', unknown: 'Unknown' },
  noVerdict: 'No verdict',
  fields: fieldNames,
  by: (date: string) => `By ${date}`,
  continuous: 'Continuous',
  noTimeframe: 'No timeframe',
  inDays: (days: string) => `(${days})`,
  wasDue: (days: string) => `(was due ${days})`,
  noCadence: 'No regular reports',
  every: (days: number) => plural(days, { one: 'Every day', other: `Every ${formatNumber(days)} days` }),
  pausedSendsNothing: 'Paused goals send no reminders.',
  noOwner: 'No owner',
  formerMember: 'Former member',
  you: 'You',
  /** `Helpdesk bot for you`. */
  programFor: (program: string, person: string | null) => `${program} for ${person ?? 'you'}`,
})
