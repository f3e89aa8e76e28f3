import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('accounts/sign-in/mailbox', {
  explanation: 'This Cairn has no mail service, so its emails stay on this machine.',
  newest: 'Open the email',
  all: 'Open the mailbox of this machine',
})
