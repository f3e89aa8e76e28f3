import { catalog } from '../language/catalog.ts'

export const texts = catalog('organizations', {
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
  newOrganization: 'New organization',
  create: {
    text: 'It has its own goals, labels, and members. You will be its owner.',
    done: (name: string) => `${name} is ready. You are its owner.`,
    action: 'Create organization',
  },
  name: 'Name',
  yours: 'Your organizations',
  current: 'Organization: ',
  switched: (name: string) => `You are now in ${name}.`,
  organizations: 'Organizations',
  roles: {
    owner: 'owner',
    admin: 'admin',
    member: 'member',
  },
  form: {
    name: {
      name: 'name',
    },
  },
})
