import { germanRoleNames } from '@cairn/contract/display/role-names.de'
import type { texts } from './texts.ts'

export const german = {
  newOrganization: 'Neue Organisation',
  exploreSample: 'Beispiel ansehen',
  create: {
    text: 'Sie hat eigene Ziele, Labels und Mitglieder. Du wirst ihr Inhaber.',
    done: (name) => `${name} ist bereit. Du bist Inhaber.`,
    action: 'Organisation anlegen',
  },
  name: 'Name',
  current: 'Organisation: ',
  switched: (name) => `Du bist jetzt in ${name}.`,
  organizations: 'Organisationen',
  roles: germanRoleNames,
  form: {
    name: {
      name: 'Name',
    },
  },
} satisfies typeof texts
