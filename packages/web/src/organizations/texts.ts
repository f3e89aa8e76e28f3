import { roleNames } from '@cairn/contract/display/role-names'
import { catalog } from '../language/catalog.ts'

export const texts = catalog('organizations', {
  newOrganization: 'New organization',
  exploreSample: 'Explore a sample',
  create: {
    text: 'It has its own goals, labels, and members. You will be its owner.',
    done: (name: string) => `${name} is ready. You are its owner.`,
    action: 'Create organization',
  },
  name: 'Name',
  current: 'Organization: ',
  switched: (name: string) => `You are now in ${name}.`,
  organizations: 'Organizations',
  roles: roleNames,
  form: {
    name: {
      name: 'name',
    },
  },
})
