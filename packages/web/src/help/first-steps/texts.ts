import { catalog } from '../../language/catalog.ts'

export const texts = catalog('help/first-steps', {
  title: 'First steps',
  intro: 'Three steps, a few minutes. You can leave and come back.',
  done: '(done)',
  hide: 'Hide these steps',
  name: {
    title: 'Name the organization',
    text: 'It is what others see when you invite them.',
    field: 'Name of the organization',
    action: 'Save name',
    busy: 'Saving name',
    saved: 'Name saved.',
    missing: 'Enter a name.',
  },
  goal: {
    title: 'Publish a first goal',
    text: 'Start from a template, or describe it yourself.',
    empty: 'An empty goal',
  },
  sample: 'Would you rather look around first?',
  people: {
    title: 'Invite people, or connect an agent',
    text: 'Goals live from reports. People report here; agents from where they work.',
    invite: 'Invite people',
    connect: 'Connect an agent',
  },
})
