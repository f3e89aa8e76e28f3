import { catalog } from '../../../../language/catalog.ts'

export const texts = catalog('goals/editing/templates/saving', {
  save: 'Save as template',
  saving: 'Saving',
  saved: (name: string) => `“${name}” is a template now. It is in the form for new goals.`,
})
