import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('accounts/sign-in/deleted', {
  title: 'Your account is deleted',
  text: 'You are signed out everywhere. We sent you an email about it. It is the last one.',
  action: 'Create a new account',
})
