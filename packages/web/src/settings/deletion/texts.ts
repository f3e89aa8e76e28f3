import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/deletion', {
  form: {
    name: {
      name: 'name',
      missing: 'Enter the name of the organization.',
      invalid: 'Enter the name exactly as it is written above.',
    },
  },
  title: 'Delete the organization',
  text: (name: string) => `Deletes ${name} with all its goals for everybody in it. There is no way back.`,
  action: 'Delete organization',
  question: (name: string) => `Delete ${name}?`,
  done: (name: string) => `${name} is deleted.`,
  consequences:
    'Everybody in the organization loses it at once: goals with their history, labels, invitations, API tokens and webhooks. Everybody gets an email about it. The data is removed within a day. Nobody can bring it back, not even you.',
  download: 'You can download everything first.',
  confirm: (name: string) => `To confirm, type ${name}`,
  cancel: 'Cancel',
})
