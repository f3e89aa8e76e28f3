import { catalog } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/facts', {
  facts: 'Facts',
  names: {
    title: 'Title',
    ownerUserId: 'Owner',
    timeframe: 'Timeframe',
    cadence: 'Cadence',
    labels: 'Labels',
  },
  /** Descriptions of the shortcuts. */
  change: {
    title: 'Change the title',
    ownerUserId: 'Change the owner',
    timeframe: 'Change the timeframe',
    cadence: 'Change how often it is reported on',
    labels: 'Change the labels',
  },
  titleHint: 'Enter saves, Escape restores.',
  enterTitle: 'Type a title.',
  noTimeframe: 'No timeframe',
  noCadence: 'No cadence',
  noLabels: 'No labels',
  nextReport: 'Next report due {date}.',
  evaluation: (result: string) => `Evaluation: ${result}, as of {date}.`,
  published: 'Published {date} by {name}.',
  lastChanged: (moment: string) => `Last changed ${moment} by {name}.`,
  revision: (revision: number) => `Revision ${formatNumber(revision)}.`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  save: 'Save',
  find: 'Find a person',
  noneFound: 'Nobody found.',
  notLoaded: 'This could not be loaded. Close it and try again.',
  pickDate: 'Pick a target date.',
  enterDays: 'Enter whole days, from 1 to 366, or nothing.',
  saved: (field: string) => `${field} saved.`,
  savedBeside: (field: string, names: string) =>
    `${field} saved. ${names} edited the goal meanwhile, and those changes were kept.`,
  undone: (field: string) => `${field}: change undone.`,
  retry: 'Try again',
  notSaved: (field: string, reason: string) => `${field} was not saved. ${reason}`,
  conflict: 'Somebody else changed the same. Choose what to keep.',
  conflictBesideDraft: (field: string) =>
    `${field} was not saved, because somebody else has just changed it. The page shows the new value.`,
})
