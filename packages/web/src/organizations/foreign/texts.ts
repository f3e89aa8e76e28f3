import { catalog } from '../../language/catalog.ts'

export const texts = catalog('organizations/foreign', {
  foreign: {
    title: 'You are not a member of this organization',
    intro: 'Ask one of its admins to invite you, or open one of your own organizations.',
  },
  signedInAs: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  otherAccount: 'Use another account',
  ended: {
    title: (name: string) => `You are no longer a member of ${name}`,
    text: 'You can no longer change anything here. What you typed is still on the page: copy what you need, or open another organization.',
    stay: 'Stay on this page',
  },
  yours: 'Your organizations',
})
