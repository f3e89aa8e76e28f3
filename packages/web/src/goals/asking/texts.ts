import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/asking', {
  ask: 'Ask for a report',
  asking: 'Asking',
  asked: (name: string) => `Asked for a report. ${name} finds it in the inbox.`,
})
