import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/session', {
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to continue. What you typed is still here.',
  },
  notYet: 'You are not signed in yet.',
  haveSignedIn: 'I have signed in',
  openSignIn: 'Open sign-in in a new tab',
  allowCookies: 'You are not signed in yet. Allow cookies for this site, then try again.',
})
