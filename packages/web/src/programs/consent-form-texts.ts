import type { FormTexts } from '../api/problems.ts'

const chooseOrganization = 'Choose the organization that the program may use.'

export const consentFormTexts: FormTexts = {
  organizationId: { name: 'organization', missing: chooseOrganization, invalid: chooseOrganization },
  scopes: {
    name: 'permissions',
    missing: 'Allow at least one thing, or deny.',
    invalid: 'Choose only what the program asks for.',
  },
}
