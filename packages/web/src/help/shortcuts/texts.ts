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
  nextRow: 'Next goal in a list',
  previousRow: 'Previous goal in a list',
  openRow: 'Open it',
  selectRow: 'Select it',
  reportOnRow: 'Report on it in one line',
  followedBy: 'then',
  control: 'Ctrl',
  enter: 'Enter',
  areOff: 'Single keys are switched off in Settings, Appearance.',
})
