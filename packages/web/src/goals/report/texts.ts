import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/report', {
  title: 'New report',
  intro: 'How is the goal doing? You cannot change a report after you send it.',
  send: 'Send report',
  sendAnyway: 'Send anyway',
  sending: 'Sending',
  sent: 'Report sent.',
  cancel: 'Cancel',
  quickName: 'Quick update',
  more: 'Add details, values, or evidence',
  health: 'Health',
  noChange: 'No change',
  status: 'Status',
  summary: 'Summary',
})
