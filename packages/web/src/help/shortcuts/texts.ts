import { catalog } from '../../language/catalog.ts'

export const texts = catalog('help/shortcuts', {
  title: 'Keyboard shortcuts',
  intro: 'On this page. Single keys work while nothing is being typed.',
  everywhere: 'Everywhere',
  onThisPage: 'On this page',
  palette: 'Find anything, do anything',
  list: 'Show the keyboard shortcuts',
  submit: 'Send a form',
  undo: 'Undo the latest change of a goal',
  nextRow: 'Next row of a list',
  previousRow: 'Previous row of a list',
  openRow: 'Open it',
  selectRow: 'Select it',
  reportOnRow: 'Report on it in one line',
  markRow: 'Mark it as done, or as unread',
  acknowledgeRow: 'Acknowledge it',
  replyToRow: 'Reply to it',
  followedBy: 'then',
  control: 'Ctrl',
  enter: 'Enter',
  areOff: 'Single keys are switched off in Settings, Appearance.',
})
