import { catalog } from '../language/catalog.ts'

export const texts = catalog('ui', {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  reference: (id: string) => `Reference: ${id}`,
  remove: (name: string) => `Remove ${name}`,
  copyOf: (label: string) => `Copy: ${label}`,
  copy: 'Copy',
  copied: 'Copied.',
  selected: 'Selected. Press Ctrl+C or ⌘C to copy.',
  optional: 'optional',
  notANumber: 'Finish the number, or clear the field.',
  password: 'Password',
  show: (label: string) => `Show ${label.toLowerCase()}`,
  progress: 'Progress: ',
  loading: 'Loading',
  table: 'Show as a table',
  going: (label: string) => `${label}…`,
})
